// Other tabs of this phone hear what this one wrote.

const NAME = "scorepad";

export function tabs(onNews) {
  if (!("BroadcastChannel" in globalThis)) return () => {};
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener("message", ({ data }) => onNews(data));
  return (news) => channel.postMessage(news);
}
