// A choice is shown at once: the page is asked for again in the background and its result swapped in.

const WAIT = 250; // ms without a further change
const PATIENCE = 1500; // ms in which the old picture stays, so that nothing flickers

// Who has looked at very many has to wait a while, and is told so in its place.
const told = (picture) => {
  picture.alt = picture.dataset.lost;
};

const drawn = (picture) =>
  Promise.race([picture?.decode().catch(() => told(picture)), new Promise((done) => setTimeout(done, PATIENCE))]);

export function attach(form) {
  let timer;
  let asked;
  form.querySelector(".look").hidden = true;
  drawn(document.querySelector("#result img"));

  const show = async ({ response, responseURL, status }) => {
    const fresh = response?.getElementById("result");
    if (!fresh) return;
    document.adoptNode(fresh);
    await drawn(fresh.querySelector("img"));
    if (asked.response !== response) return;
    document.getElementById("result").replaceWith(fresh);
    if (status === 200) history.replaceState(null, "", responseURL);
  };

  const look = () => {
    asked?.abort();
    asked = new XMLHttpRequest();
    asked.open("GET", `${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`);
    asked.responseType = "document";
    asked.onload = ({ target }) => show(target);
    asked.send();
  };

  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, WAIT);
  });
}
