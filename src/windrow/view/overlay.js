"use strict";
const facts = JSON.parse(document.getElementById("facts").textContent);
const svg = document.querySelector(".page svg");
const frame = document.querySelector(".page iframe");

function outline(box, stroke, name, row) {
  const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [key, value] of Object.entries({
    x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top,
    stroke, class: name, ...(row === undefined ? {} : { "data-row": row }),
  })) rect.setAttribute(key, value);
  svg.append(rect);
}

function around(boxes) {
  const drawn = boxes.filter((box) => box.right > box.left && box.bottom > box.top);
  return drawn.length && {
    left: Math.min(...drawn.map((b) => b.left)), top: Math.min(...drawn.map((b) => b.top)),
    right: Math.max(...drawn.map((b) => b.right)), bottom: Math.max(...drawn.map((b) => b.bottom)),
  };
}

function boxOf(paths) {
  const page = frame.contentDocument;
  return around(paths.map((path) => {
    const node = page.evaluate(path, page, null, 9, null).singleNodeValue;
    if (!node) return { left: 0, top: 0, right: 0, bottom: 0 };
    const range = page.createRange();
    range.selectNode(node);
    return node.nodeType === 1 ? node.getBoundingClientRect() : range.getBoundingClientRect();
  }));
}

function draw() {
  const root = frame.contentDocument.documentElement;
  frame.style.height = root.scrollHeight + "px";
  svg.setAttribute("width", frame.clientWidth);
  svg.setAttribute("height", root.scrollHeight);
  svg.replaceChildren();
  const boxes = facts.marks.map((mark) => [mark, boxOf(mark.paths)]).filter(([, box]) => box);
  const whole = around(boxes.filter(([mark]) => !mark.colour).map(([, box]) => box));
  if (whole) outline(whole, facts.region, "region");
  for (const [mark, box] of boxes)
    outline(box, mark.colour || facts.record, mark.colour ? "cell" : "record", mark.row);
  listen();
  begin();
}

let begun = false;
function begin() {
  // Once: whoever has scrolled stays there.
  const first = document.querySelector('.record[data-row="0"]');
  if (first && !begun) first.scrollIntoView({ block: "center", inline: "nearest" });
  begun = true;
}

function listen() {
  for (const part of document.querySelectorAll("[data-row]")) {
    const both = () => document.querySelectorAll(`.record[data-row="${part.dataset.row}"], tr[data-row="${part.dataset.row}"]`);
    part.onmouseenter = () => both().forEach((e) => e.classList.add("on"));
    part.onmouseleave = () => both().forEach((e) => e.classList.remove("on"));
    part.onclick = () => both().forEach((e) => e !== part && e.scrollIntoView({ block: "center", inline: "nearest" }));
  }
}

if (frame) {
  frame.onload = draw;
  if (frame.contentDocument && frame.contentDocument.readyState === "complete") draw();
} else {
  listen();
  begin();
}
