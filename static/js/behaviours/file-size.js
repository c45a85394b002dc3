// <input type="file" data-behaviour="file-size">: a file that is too large is not sent, since the server would hang up.

export function attach(input) {
  input.addEventListener("change", () => {
    const isTooLarge = input.files[0]?.size > Number(input.dataset.most);
    input.setCustomValidity(isTooLarge ? input.dataset.tooLarge : "");
    input.reportValidity();
  });
}
