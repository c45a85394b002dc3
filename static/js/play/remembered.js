// States never change, and share almost everything: what was worked out once for a value holds.

export function remembered(make) {
  const cache = new WeakMap();
  return (value) => {
    if (!cache.has(value)) cache.set(value, make(value));
    return cache.get(value);
  };
}

// What was made last, as long as the values that it follows from are the same.
export function whileSame() {
  let last = { values: [], made: null };
  const isSame = (values) => values.length === last.values.length && values.every((value, at) => value === last.values[at]);
  return (values, make) => {
    if (!isSame(values)) last = { values, made: make() };
    return last.made;
  };
}
