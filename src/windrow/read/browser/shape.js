// Elements, a sum over their paths, signs of text, height, how far loading is, scripts.
// The sum changes when anything is added, taken away or moved: the repeated structure with it.
(() => {
  const root = document.documentElement;
  if (!root) return [0, 0, 0, 0, document.readyState, 0];
  let count = 0, sum = 0, text = 0, node = root, path = 7, paths = [];
  const mark = (name) => { let h = 0; for (let k = 0; k < name.length; k++)
    h = (h * 31 + name.charCodeAt(k)) | 0; return h; };
  while (node && count < 200000) {
    if (node.nodeType === 1) {
      count++;
      path = ((paths.length ? paths[paths.length - 1] : 7) * 33 + mark(node.nodeName)) | 0;
      sum = (sum + path) | 0;
    } else if (node.nodeType === 3 && node.data.length > 1) text += node.data.trim().length;
    const skip = node.nodeName === 'SCRIPT' || node.nodeName === 'STYLE';
    if (node.firstChild && !skip) { paths.push(path); node = node.firstChild; continue; }
    while (node && node !== root && !node.nextSibling) { node = node.parentNode; paths.pop(); }
    if (!node || node === root) break;
    node = node.nextSibling;
  }
  return [count, sum, text, root.scrollHeight, document.readyState, document.scripts.length];
})()
