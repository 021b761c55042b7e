// Records that are chosen by a button, or dropped anywhere on the page.

/** Calls `take` with the text of each file. */
export function onFile(take) {
  const [button, input] = ["load", "file"].map((id) => document.getElementById(id));
  const read = async ([file]) => file && take(await file.text());
  button.addEventListener("click", () => input.click());
  input.addEventListener("change", async () => {
    await read(input.files);
    input.value = "";
  });
  for (const kind of ["dragover", "drop"])
    document.addEventListener(kind, (event) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      if (kind === "drop") read(event.dataTransfer.files);
    });
}
