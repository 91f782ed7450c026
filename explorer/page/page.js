'use strict';
// ---- the library: a request goes in as JSON, its answer comes out ----
const bytesOf = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
const carried = name => bytesOf(document.getElementById(name).textContent.trim());
const inflated = name => new Response(new Blob([carried(name)]).stream().pipeThrough(new DecompressionStream('deflate')));

// What answers the texts of requests by a module.
function answering(module) {
  let library = new WebAssembly.Instance(module).exports;
  return request => {
    const line = new TextEncoder().encode(request);
    // memory moves when it grows: it is looked up after every call
    const bytes = (start, length) => new Uint8Array(library.memory.buffer, start, length);
    try {
      bytes(library.tilework_room(line.length), line.length).set(line);
      const length = library.tilework_answer();
      return new TextDecoder().decode(bytes(library.tilework_answer_start(), length));
    } catch (trap) {
      if (!(trap instanceof WebAssembly.RuntimeError)) throw trap;
      // a bug ends the module: another one is started
      library = new WebAssembly.Instance(module).exports;
      return '{"id":null,"error":{"kind":"internal","message":"a bug in tilework was caught"}}';
    }
  };
}
const answerText = answering(new WebAssembly.Module(carried('module')));

// Numbers that this language would round stay text.
const exact = (key, value, { source } = {}) => (typeof value === 'number' && !Number.isSafeInteger(value) && source || value);

class Refusal extends Error {
  constructor(error) { super(error.message); this.said = error; }
}

// How many requests were refused.
let refusals = 0;

// The result of an operation; fields without a value are left out.
function ask(op, fields, answered = answerText) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  const said = JSON.parse(answered(JSON.stringify({ op, ...Object.fromEntries(given) })), exact);
  if (said.error) {
    refusals++;
    throw new Refusal(said.error);
  }
  return said.result;
}

// ---- the hub between notations: a module of its own, unpacked when it is needed ----
let hub;
const hubIsRead = () => (hub ??= inflated('hub').arrayBuffer().then(WebAssembly.compile).then(answering));

// What texts that the first module does not read stand for: a layout, or why there is none; neither where none is meant.
const heard = new Map();
async function hear(text) {
  const answered = await hubIsRead();
  try { heard.set(text, { layout: ask('notation.layout', { text }, answered) }); }
  catch (refusal) { heard.set(text, { refusal }); }
}

function isUnheard(text) {
  if (!text || text.startsWith('<') || heard.has(text) || looksLikeAtom(text)) return false;
  try { ask('draw.picture', { subject: text, rows: 1, columns: 1 }); } catch { return true; }
  return false;
}

// ---- the atlas: operands of instructions by name, as the library lists them; deflated ----
let atoms = [];
const byName = new Map();
const atlasIsRead = (async () => {
  atoms = await inflated('atlas').json();
  for (const atom of atoms) byName.set(atom.name, atom);
})();

// What a name stands for, if it is one; the D of a product is its C.
const atomOf = text => byName.get(text.trim()) ?? byName.get(text.trim().replace(/\.D$/, '.C'));
function layoutOf(text) {
  const { layout, refusal } = heard.get(text.trim()) ?? {};
  if (refusal) throw refusal;
  return atomOf(text)?.layout ?? layout ?? text;
}
const looksLikeAtom = text => /^[a-z]\w*\.[^([]*$/.test(text.trim()) || atoms.some(({ name }) => name.startsWith(text.trim() || '?'));

// The names that go on as a text does, as far as there are some.
function namesLike(text) {
  for (let start = text.trim(); start; start = start.slice(0, -1)) {
    const found = atoms.filter(({ name }) => name.startsWith(start));
    if (found.length) return found.map(({ name }) => name);
  }
  return [];
}

// ---- the state, which is the address ----
const FIRST = {
  layout: '((4,2),(4,3)):((4,16),(1,32))', see: 'layout', color: 'tile', label: 'place', element: '', tile: '',
  op: 'logical_divide', operand: '', to: '', access: '', banks: '', find: '', cell: '', notations: '',
};
let state = { ...FIRST };

function readAddress() {
  state = { ...FIRST };
  const address = location.hash.slice(1) || document.documentElement.dataset.address || '';
  for (const pair of address.split('&')) {
    const at = pair.indexOf('=');
    if (at > 0 && Object.hasOwn(FIRST, pair.slice(0, at))) {
      try { state[pair.slice(0, at)] = decodeURIComponent(pair.slice(at + 1)); } catch { /* no text */ }
    }
  }
}

function writeAddress() {
  const plain = text => encodeURIComponent(text).replace(/%(2C|3A|2F|40)/g, decodeURIComponent);
  const pairs = Object.entries(state).filter(([name, value]) => value !== FIRST[name]);
  history.replaceState(null, '', '#' + pairs.map(([name, value]) => `${name}=${plain(value)}`).join('&'));
}

// ---- elements of the page ----
const find = selector => document.querySelector(selector);
const controls = find('#controls').elements;
const FIELDS = ['layout', 'color', 'label', 'element', 'tile', 'see', 'operand', 'to', 'access', 'banks', 'find'];

function make(tag, attributes = {}, ...children) {
  const drawn = ['svg', 'rect', 'path'].includes(tag);
  const element = drawn ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

const EXAMPLES = [
  ['zN blocks', { layout: '((4,2),(4,3)):((4,16),(1,32))' }],
  ['rows', { layout: '(8,8):(8,1)', color: 'order' }],
  ['padding', { layout: 'zN:f16:100x50' }],
  ['swizzle', { layout: 'Sw<3,3,3> o (8,64):(64,1)', color: 'bank', label: 'color', element: 'f16' }],
  ['XLA tiles', { layout: 'f32[3,5]{1,0:T(2,2)}', color: 'order' }],
  ['threads and values', { layout: '((4,8),(2,2)):((32,1),(16,8))', tile: '(16,8)', color: 'thread' }],
  ['matrix instruction', { layout: 'mma.m16n8k16.f16.A', color: 'thread', see: 'atlas', find: 'mma.m16n8k16' }],
  ['divide', { layout: '24:3', see: 'operation', op: 'logical_divide', operand: '4:2' }],
  ['a refusal', { layout: '(6,2):(1,7)', see: 'operation', op: 'composition', operand: '(3,2):(2,3)', color: 'none' }],
  ['relayout', { layout: '(8,8):(8,1)', see: 'moves', to: '((4,2),(4,2)):((4,16),(1,32))', color: 'order' }],
  ['oneDNN', { layout: 'BA4a4b of (8,12)', notations: 'all' }],
  ['bank conflicts', { layout: '(32,32):(32,1)', see: 'access', access: '32:1', color: 'bank', label: 'color' }],
];

// Each operation: what it is called, what its operand is, an operand to begin with.
const TILER = 'Tiler: a layout, or by mode such as <4,2:1,_>';
const OPERATIONS = {
  coalesce: { name: 'coalesce' },
  right_inverse: { name: 'right inverse' },
  left_inverse: { name: 'left inverse' },
  complement: { name: 'complement', operand: 'In so many places (the cosize without it)', field: 'cotarget', optional: true },
  composition: { name: 'compose', operand: 'Right operand: a layout, or a tiler by mode', field: 'rhs', first: '<2,2>' },
  logical_divide: { name: 'logical divide', operand: TILER, first: '<2,2>' },
  zipped_divide: { name: 'zipped', operand: TILER, first: '<2,2>' },
  tiled_divide: { name: 'tiled', operand: TILER, first: '<2,2>' },
  flat_divide: { name: 'flat', operand: TILER, first: '<2,2>' },
  logical_product: { name: 'logical product', operand: TILER, first: '2:1' },
  zipped_product: { name: 'zipped', operand: TILER, first: '2:1' },
  tiled_product: { name: 'tiled', operand: TILER, first: '2:1' },
  flat_product: { name: 'flat', operand: TILER, first: '2:1' },
  blocked_product: { name: 'blocked', operand: 'Copies: a layout', first: '(2,2):(1,2)' },
  raked_product: { name: 'raked', operand: 'Copies: a layout', first: '(2,2):(1,2)' },
};
const GAPS = ['composition', 'logical_divide', 'logical_product'];

// ---- pictures ----
// The panels on the page: what was asked, what was answered, where marks go.
let panels = [];
let pinned = null;

function panel(name, request, { action, witness, cells } = {}) {
  const picture = ask('draw.picture', request);
  const paper = make('div', { class: 'paper' });
  paper.innerHTML = picture.svg;
  const drawing = paper.firstElementChild;
  drawing.setAttribute('aria-hidden', 'true');
  const marks = make('svg', { class: 'marks', viewBox: drawing.getAttribute('viewBox'), 'aria-hidden': 'true' });
  for (const side of ['width', 'height']) marks.setAttribute(side, drawing.getAttribute(side));
  paper.append(marks);
  const size = `${picture.rows.length} rows, ${picture.columns.length} columns`;
  const frame = make('div', {
    class: 'drawing', tabindex: 0, role: 'application', 'aria-roledescription': 'picture of a layout',
    'aria-label': `${name}: ${picture.title}, ${size} drawn. Arrow keys go from cell to cell.`,
  }, paper);
  const caption = make('figcaption', {}, make('b', {}, name), ...(picture.name ? [picture.name] : []), ...(action ? [action] : []));
  const self = { name, request, picture, drawing, marks, frame, at: null, fixed: [], cells };
  self.figure = make('figure', {}, caption, frame);
  frame.addEventListener('pointermove', event => { if (!pinned) look(self, placeOf(self, event)); });
  frame.addEventListener('pointerdown', event => { const at = placeOf(self, event); if (at) pin(self, at); });
  frame.addEventListener('keydown', event => walk(self, event));
  frame.addEventListener('focus', () => { if (!self.at && !pinned && frame.matches(':focus-visible')) look(self, { page: 0, row: 0, column: 0 }); });
  if (witness) self.fixed.push(...witnessMarks(self, witness));
  if (cells) self.fixed.push(...cells.map(({ index, clash }) => box(self, placeAt(self, index), clash ? 'touched clash' : 'touched')));
  self.fixed = self.fixed.filter(Boolean);
  marks.append(...self.fixed);
  panels.push(self);
  onlyInSight(self);
  return self.figure;
}

// The browser takes long to lay out texts: a picture with more letters than these has those in sight, and some around.
const MOST_LETTERS = 20000;
const AROUND = 200;
const inSight = new Map();
const watch = new ResizeObserver(entries => { for (const { target } of entries) inSight.get(target)?.(); });

function onlyInSight({ frame, drawing }) {
  const number = (element, name) => Number(element.getAttribute(name));
  const texts = [...drawing.querySelectorAll('text[textLength]')].map(element => ({
    element, text: element.textContent, x: number(element, 'x'), y: number(element, 'y'), width: number(element, 'textLength'),
  }));
  if (texts.reduce((sum, { text }) => sum + text.length, 0) <= MOST_LETTERS) return;
  const show = ([left, right], [top, bottom]) => {
    for (const { element, text, x, y, width } of texts) {
      // letters are equally wide
      const letter = width / text.length;
      const place = edge => Math.max(0, Math.min(text.length, Math.floor((edge - x) / letter)));
      const [from, to] = y > top && y < bottom ? [place(left), place(right)] : [0, 0];
      element.textContent = text.slice(from, to);
      if (to === from) continue;
      element.setAttribute('x', x + from * letter);
      element.setAttribute('textLength', (to - from) * letter);
    }
  };
  const update = () => {
    const scale = drawing.viewBox.baseVal.width / drawing.getBoundingClientRect().width;
    const range = (from, length) => [(from - AROUND) * scale, (from + length + AROUND) * scale];
    show(range(frame.scrollLeft, frame.clientWidth), range(frame.scrollTop, frame.clientHeight));
  };
  show([0, 0], [0, 0]);
  let waits = false;
  frame.addEventListener('scroll', () => {
    if (!waits) requestAnimationFrame(() => { waits = false; update(); });
    waits = true;
  });
  inSight.set(frame, update);
  inSight.get(frame).whole = () => show([-Infinity, Infinity], [-Infinity, Infinity]);
  watch.observe(frame);
}
addEventListener('beforeprint', () => { for (const update of inSight.values()) update.whole(); });
addEventListener('afterprint', () => { for (const update of inSight.values()) update(); });

// The cell under a pointer.
function placeOf({ drawing, picture }, event) {
  const area = drawing.getBoundingClientRect();
  const scale = drawing.viewBox.baseVal.width / area.width;
  const [x, y] = [(event.clientX - area.left) * scale, (event.clientY - area.top) * scale];
  for (const [page, grid] of picture.pages.entries()) {
    const [column, row] = [Math.floor((x - grid.left) / grid.width), Math.floor((y - grid.top) / grid.height)];
    if (row >= 0 && row < picture.rows.length && column >= 0 && column < picture.columns.length) return { page, row, column };
  }
  return null;
}

// What is at an index or a coordinate.
function cellOf({ request: { subject, tile, element, color_by } }, where) {
  return ask('draw.cell', { subject, tile, element, color_by, ...where });
}

// The index of a drawn cell; nothing where cells are left out.
function indexOf({ picture }, { page, row, column }) {
  const index = [...picture.pages[page].index];
  for (const [mode, entry] of [[picture.row_mode, picture.rows[row]], [picture.column_mode, picture.columns[column]]]) {
    if (entry === null) return null;
    if (mode !== null) index[mode] = entry;
  }
  return index;
}

// Where the cell with an index is drawn, if it is.
function placeAt({ picture }, index) {
  const row = picture.row_mode === null ? 0 : picture.rows.indexOf(index[picture.row_mode]);
  const column = picture.column_mode === null ? 0 : picture.columns.indexOf(index[picture.column_mode]);
  const others = index.map((_, mode) => mode).filter(mode => mode !== picture.row_mode && mode !== picture.column_mode);
  const page = picture.pages.findIndex(page => others.every(mode => page.index[mode] === index[mode]));
  return row < 0 || column < 0 || page < 0 ? null : { page, row, column };
}

function box({ picture }, place, kind, columns = 1) {
  if (!place) return null;
  const { left, top, width, height } = picture.pages[place.page];
  const [x, y] = [left + place.column * width, top + place.row * height];
  return make('rect', { class: kind, x: x + 1, y: y + 1, width: columns * width - 2, height: height - 2 });
}

// Where a coordinate is drawn, marked with a corner so that the number stays legible, in colour or not.
function witnessMarks(self, witness) {
  let found;
  try { found = cellOf(self, { coordinate: witness.coordinate }); } catch { return []; }
  const place = placeAt(self, found.at);
  if (!place) return [];
  const { left, top, width, height } = self.picture.pages[place.page];
  const [x, y] = [left + (place.column + 1) * width, top + place.row * height];
  return [box(self, place, 'witness'), make('path', { class: 'corner', d: `M${x} ${y}v8l-8 -8z` })];
}

// The cells with an offset.
function offsetMarks(self, offset, kind) {
  if (!Number.isInteger(offset)) return [];
  const places = ask('draw.find', { subject: self.request.subject, offset });
  return places.map(place => box(self, placeAt(self, place), kind)).filter(Boolean);
}

// The cells that share the bank, the line, the thread or the value of a cell, in runs.
function sameMarks(self, { page, row, column }) {
  const { numbers } = self.picture.pages[page];
  const width = self.picture.columns.length;
  const number = numbers?.[row * width + column];
  const marks = [];
  if (number === null || number === undefined) return marks;
  for (let start = 0; start < numbers.length; start++) {
    if (numbers[start] !== number) continue;
    let end = start + 1;
    while (end < numbers.length && numbers[end] === number && end % width) end++;
    marks.push(box(self, { page, row: Math.floor(start / width), column: start % width }, 'same', end - start));
    start = end - 1;
  }
  return marks;
}

// ---- a cell: what is said of it, and where it is marked ----
const AXES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function walk(self, event) {
  const { rows, columns, pages } = self.picture;
  const at = self.at ?? { page: 0, row: 0, column: 0 };
  let to = { ...at };
  if (AXES[event.key]) {
    to.row = Math.min(Math.max(at.row + AXES[event.key][0], 0), rows.length - 1);
    to.column = Math.min(Math.max(at.column + AXES[event.key][1], 0), columns.length - 1);
  } else if (event.key === 'Home') to.column = 0;
  else if (event.key === 'End') to.column = columns.length - 1;
  else if (event.key === 'PageUp') to.page = Math.max(at.page - 1, 0);
  else if (event.key === 'PageDown') to.page = Math.min(at.page + 1, pages.length - 1);
  else if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); return pin(self, at); }
  else if (event.key === 'Escape') return unpin();
  else return;
  event.preventDefault();
  if (pinned) pin(self, to); else look(self, to);
  const rect = self.marks.querySelector('.here');
  if (rect) scrollTo(self.frame, rect);
}

function scrollTo(frame, rect) {
  const [area, inside] = [frame.getBoundingClientRect(), rect.getBoundingClientRect()];
  const shift = (low, high, from, to) => (low < from ? low - from : high > to ? high - to : 0);
  frame.scrollBy(shift(inside.left - 40, inside.right + 8, area.left, area.right), shift(inside.top - 40, inside.bottom + 8, area.top, area.bottom));
}

function pin(self, at) {
  pinned = self;
  find('#cell').classList.add('held');
  look(self, at);
  const index = indexOf(self, at);
  state.cell = index ? `${panels.indexOf(self)}:${index.join(',')}` : '';
  writeAddress();
}

function unpin() {
  pinned = null;
  find('#cell').classList.remove('held');
  state.cell = '';
  writeAddress();
}

function clearMarks() {
  for (const one of panels) one.marks.replaceChildren(...one.fixed);
}

function look(self, at) {
  const same = self.at && at && ['page', 'row', 'column'].every(part => self.at[part] === at[part]);
  if (!at || same && panels.shown === self) return;
  clearMarks();
  self.at = at;
  panels.shown = self;
  const index = indexOf(self, at);
  if (!index) return say([['', 'cells that are not drawn']]);
  const found = cellOf(self, { index });
  self.marks.append(...sameMarks(self, at), box(self, at, 'here'));
  const facts = [['coordinate', found.coordinate]];
  if (found.nested?.startsWith('(') && found.nested !== found.coordinate) facts.push(['nested', found.nested]);
  if (found.index !== undefined) facts.push(['index', found.index]);
  if (found.padding) facts.push(['padding', 'no element']);
  if (found.offset !== undefined) facts.push(['offset', found.offset]);
  if (found.byte !== undefined) facts.push(['byte', found.bit ? `${found.byte}, bit ${found.bit}` : found.byte]);
  if (found.bank !== undefined) facts.push(['bank', found.bank], ['line', found.line]);
  if (found.holders) facts.push(['owner', found.holders.map(held => `T${held.thread} V${held.value}`).join(', ') || 'nobody']);
  const takers = self.cells?.filter(cell => String(cell.index) === String(index));
  if (takers) facts.push(['threads', takers.map(cell => cell.thread).join(', ') || 'none']);
  for (const other of panels) {
    if (other !== self && state.see === 'moves') {
      other.marks.append(...[box(other, placeAt(other, index), 'here')].filter(Boolean));
      const there = cellOf(other, { index });
      facts.push([other.name === 'to' ? 'offset after' : 'offset before', there.offset]);
    } else if (other !== self && state.see === 'operation' && Number.isInteger(found.offset) && self.linked && other.linked) {
      other.marks.append(...offsetMarks(other, found.offset, 'here'));
    }
  }
  say(facts);
}

function list(section, facts) {
  section.querySelector('dl').replaceChildren(...facts.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, String(value)))));
}

function say(facts) {
  list(find('#cell'), facts);
  find('#spoken').textContent = facts.map(([name, value]) => `${name} ${value}`).join(', ');
}

// A text that is copied by its button; where the browser does not do it, it is selected.
async function copy(button, text, otherwise) {
  const name = button.textContent;
  try { await navigator.clipboard.writeText(text); button.textContent = 'Copied'; }
  catch { button.textContent = otherwise(); }
  setTimeout(() => { button.textContent = name; }, 1600);
}

// What is seen as a text, and as what the program is asked for it and for other notations.
function listElsewhere({ picture }) {
  const text = picture.layout ?? picture.title;
  const quoted = `'${text}'`;
  const seen = picture.kind !== 'threads' ? quoted : state.tile ? `${quoted} --tile '${state.tile}'` : atomOf(state.layout).name;
  const element = state.element ? ` --element ${state.element}` : '';
  const texts = [
    ['as a layout', text],
    ['in a terminal', `tilework show ${seen}${element}${state.color === 'none' ? '' : ` --color-by ${state.color}`}`],
    ['in other notations', `tilework convert ${quoted} --to all${element}`],
  ];
  find('#elsewhere dl').replaceChildren(...texts.map(([name, text]) => {
    const code = make('code', {}, text);
    const select = () => { getSelection().selectAllChildren(code); return 'Selected'; };
    const button = make('button', { type: 'button', 'aria-label': `Copy: ${name}`, onclick: () => copy(button, text, select) }, 'Copy');
    return make('div', {}, make('dt', {}, name, button), make('dd', {}, code));
  }));
}

// What is seen in every notation, or why it cannot be said there.
async function listNotations({ picture, request: { element } }) {
  const answered = await hubIsRead();
  const text = picture.layout ?? picture.title;
  let to;
  try { ({ to } = ask('notation.convert', { text, to: 'all', element }, answered)); }
  catch (refusal) { to = { none: { refused: refusal.message } }; }
  list(find('#notations'), Object.entries(to).map(([name, { text, refused }]) => [name, text ?? refused.replace(`${name}: `, '')]));
  for (const [place, { text }] of Object.values(to).entries()) {
    find('#notations dl').children[place].classList.toggle('unsaid', text === undefined);
  }
}

// ---- what is looked at ----
const look_of = text => ({ subject: layoutOf(text), color_by: state.color, label: state.label, element: state.element });

function refusal(error, operation) {
  const { witness, message } = error.said;
  const lines = witness
    ? [`At ${witness.coordinate}, marked red, the result has to be ${witness.needed}; the modes of the only candidate give ${witness.given}.`, message]
    : [message];
  return make('div', { class: 'refused', role: 'alert' }, make('b', {}, `Refused: ${operation} has no exact answer here`), ...lines.map(line => make('p', {}, line)));
}

function showLayout() {
  const atom = atomOf(state.layout);
  if (!atom && looksLikeAtom(state.layout)) {
    throw new Refusal({ message: `there is no operand ${state.layout.trim()} of an instruction; the nearest are` });
  }
  const figure = panel(atom?.name ?? 'layout', { ...look_of(state.layout), tile: state.tile || atom?.tile });
  const { drawing, marks } = panels[0];
  const { width, height } = drawing.viewBox.baseVal;
  // a small picture alone is drawn larger
  const scale = Math.max(1, Math.min(1.5, (find('#pictures').clientWidth - 2) / width, 560 / height));
  for (const one of [drawing, marks]) {
    one.setAttribute('width', Math.round(width * scale));
    one.setAttribute('height', Math.round(height * scale));
  }
  const shown = [figure];
  const { layout } = heard.get(state.layout.trim()) ?? {};
  if (layout) shown.facts = [['layout', layout], ...panels[0].picture.facts];
  if (atom) shown.facts = [['layout', atom.layout], ['tile', atom.tile], ...atom.facts];
  return shown;
}

// ---- the list of operands ----
const MOST_LISTED = 100;
const searched = atom => [atom.name, ...atom.facts.flat()].join(' ').toLowerCase();
let listed = [];

function showAtlas() {
  const words = state.find.toLowerCase().split(/\s+/);
  const found = atoms.filter(atom => words.every(word => (atom.searched ??= searched(atom)).includes(word)));
  listed = found.slice(0, MOST_LISTED);
  const rows = listed.map((atom, number) => {
    const said = Object.fromEntries(atom.facts);
    const parts = [said.vendor, said.operand, said['documented in']].map(text => make('span', {}, text));
    const row = make('li', { id: `atom-${number}`, role: 'option', onclick: () => choose(atom) }, make('b', {}, atom.name), ...parts);
    row.setAttribute('aria-selected', String(atom === atomOf(state.layout)));
    return row;
  });
  const box = find('#atoms');
  box.replaceChildren(...rows);
  find('#found').textContent = `${found.length} of ${atoms.length} operands${found.length > MOST_LISTED ? `, the first ${MOST_LISTED} are listed` : ''}`;
  const chosen = rows.find(row => row.getAttribute('aria-selected') === 'true');
  if (chosen) {
    controls.find.setAttribute('aria-activedescendant', chosen.id);
    const [top, bottom] = [chosen.offsetTop, chosen.offsetTop + chosen.offsetHeight];
    box.scrollTop = Math.min(Math.max(box.scrollTop, bottom - box.clientHeight), top);
  } else {
    controls.find.removeAttribute('aria-activedescendant');
    box.scrollTop = 0;
  }
  return showLayout();
}

// Who holds an element is what is drawn of an operand: colours of memory say nothing.
const colorFor = text => (atomOf(text) && !['thread', 'value', 'none'].includes(state.color) ? { color: 'thread' } : {});
const choose = ({ name }) => set({ layout: name, tile: '', ...colorFor(name) });

function walkAtoms(event) {
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
  if (!step && event.key !== 'Enter') return;
  event.preventDefault();
  const at = listed.indexOf(atomOf(state.layout));
  const to = step && at >= 0 ? Math.min(Math.max(at + step, 0), listed.length - 1) : Math.max(at, 0);
  if (listed[to]) choose(listed[to]);
}

function showOperation() {
  const operation = OPERATIONS[state.op] ?? OPERATIONS.logical_divide;
  const subject = ask('draw.picture', { subject: layoutOf(state.layout), rows: 2, columns: 2 });
  if (!subject.layout) throw new Refusal({ message: `${subject.title} is no layout that the algebra takes` });
  const layout = subject.layout;
  const operand = operation.operand ? layoutOf(state.operand.trim()) : '';
  const request = { layout };
  if (operation.field === 'rhs') { request.lhs = layout; delete request.layout; }
  if (operand) request[operation.field ?? 'tiler'] = operand;
  const [first, second] = state.op === 'composition' ? ['left', 'right'] : state.op.endsWith('product') ? ['block', 'copies'] : ['layout', 'tiler'];
  let result = null, refused = null;
  try { result = ask(`layout.${state.op}`, request); } catch (error) { refused = error; }
  const shown = [panel(first, look_of(layout))];
  panels.at(-1).linked = /divide|coalesce|composition/.test(state.op);
  const arrow = () => make('span', { class: 'arrow', 'aria-hidden': 'true' }, '\u2192');
  const isLayout = operand && operation.field !== 'cotarget' && !operand.startsWith('<');
  if (isLayout) shown.push(panel(second, look_of(operand), { witness: refused?.said?.witness }));
  if (isLayout && state.op.endsWith('divide')) {
    try {
      const size = ask('layout.size', { layout });
      shown.push(panel('rest', look_of(ask('layout.complement', { layout: operand, cotarget: String(size) }))));
    } catch { /* the refusal says why */ }
  }
  if (refused) {
    if (refused.said.witness && state.op === 'composition') {
      panels[0].fixed.push(...offsetMarks(panels[0], refused.said.witness.needed, 'touched'));
      clearMarks();
    }
    return [...shown, refusal(refused, operation.name)];
  }
  const use = make('button', { type: 'button', onclick: () => set({ layout: result, see: 'layout' }) }, 'Use as layout');
  shown.push(arrow(), panel('result', look_of(result), { action: use }));
  panels.at(-1).linked = panels[0].linked;
  return shown;
}

function showMoves() {
  const target = state.to.trim() || '((2,2),(2,2)):((1,4),(2,8))';
  const look = { ...look_of(state.layout), color_by: 'order' };
  const from = panel('from', look);
  const shown = [from, make('span', { class: 'arrow', 'aria-hidden': 'true' }, '\u2192')];
  try {
    const drawn = ask('draw.ways', { subject: layoutOf(state.layout), to: layoutOf(target) });
    shown.push(panel('to', { ...look_of(target), color_by: 'order', colors_of: layoutOf(state.layout) }));
    if (drawn) {
      const frame = make('div', { class: 'drawing', tabindex: 0, role: 'img', 'aria-label': 'the way of every element from the memory before to the memory after' });
      frame.innerHTML = drawn;
      shown.push(make('figure', {}, make('figcaption', {}, make('b', {}, 'moves')), frame));
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    try { shown.push(panel('to', look_of(target))); } catch { /* the refusal says why */ }
    shown.push(refusal(error, 'relayout'));
  }
  return shown;
}

function showAccess() {
  const access = state.access.trim() || '32:1';
  let found;
  try { found = ask('draw.access', { subject: layoutOf(state.layout), access: layoutOf(access), element: state.element, banks: state.banks }); }
  catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [panel('layout', look_of(state.layout)), refusal(error, 'the access')];
  }
  const waiting = new Set(found.collisions.flatMap(({ words }) => words.flat()));
  const cells = found.cells.map(cell => ({ ...cell, clash: waiting.has(cell.thread) }));
  const banks = state.banks ? `bank:${state.banks}` : 'bank';
  const request = { ...look_of(state.layout), color_by: state.color === 'line' ? 'line' : banks };
  const shown = [panel('layout', request, { cells })];
  const NAMED = 8;
  const words = found.collisions.slice(0, NAMED).map(({ phase, bank, words }) => [`phase ${phase}, bank ${bank}`, words.map(threads => threads.join(',')).join(' | ')]);
  if (found.collisions.length > NAMED) words.push(['more', `${found.collisions.length - NAMED} banks`]);
  shown.facts = [...found.facts, ...words.map(([name, threads]) => [name, `threads ${threads}`])];
  return shown;
}

const SHOW = { layout: showLayout, operation: showOperation, moves: showMoves, access: showAccess, atlas: showAtlas };

// A mistake in a text, with the place underlined.
function mistaken(text, error) {
  const place = /^(.*?) at position (\d+)$/s.exec(error.message);
  const where = find('#layout-error');
  where.hidden = false;
  if (looksLikeAtom(text)) {
    const names = namesLike(text).slice(0, 6);
    const use = name => make('button', { type: 'button', onclick: () => choose({ name }) }, name);
    return where.replaceChildren(error.message, make('span', { class: 'chips' }, ...names.map(use)));
  }
  if (!place) return where.replaceChildren(error.message);
  // positions count bytes
  const bytes = new TextEncoder().encode(text);
  const part = (from, to) => new TextDecoder().decode(bytes.slice(from, to));
  const at = Math.min(Number(place[2]), bytes.length);
  where.replaceChildren(place[1], make('pre', {}, part(0, at), make('mark', {}, part(at) || '\u2423')));
}

// Asks the hub for what was not understood, and shows what it says; what is waited for.
let hearing;
function hearThem() {
  const unheard = [state.layout, state.operand, state.to, state.access].map(text => text.trim()).filter(isUnheard);
  if (unheard.length) hearing = Promise.all(unheard.map(hear)).then(show);
}

function show() {
  const { see } = state;
  for (const name of FIELDS) {
    const control = controls[name];
    if (control.value !== state[name]) control.value = state[name];
  }
  for (const part of document.querySelectorAll('.part')) part.hidden = part.dataset.see !== see;
  const operation = OPERATIONS[state.op];
  for (const button of find('#operations').querySelectorAll('button')) button.setAttribute('aria-pressed', String(button.value === state.op));
  find('#operand-field').hidden = !operation?.operand;
  find('#operand-name').textContent = operation?.operand ?? '';
  panels = [];
  watch.disconnect();
  inSight.clear();
  pinned = null;
  find('#cell').classList.remove('held');
  find('#layout-error').hidden = true;
  find('#layout-error').replaceChildren();
  controls.layout.removeAttribute('aria-invalid');
  say([]);
  const pictures = find('#pictures');
  let shown;
  refusals = 0;
  try {
    shown = (SHOW[see] ?? showLayout)();
    if (refusals) hearThem();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    hearThem();
    controls.layout.setAttribute('aria-invalid', 'true');
    mistaken(state.layout, error);
    // what was seen before stays, dimmed, while somebody types
    pictures.classList.add('stale');
    return;
  }
  pictures.classList.remove('stale');
  pictures.replaceChildren(...shown.map(one => one.figure ?? one));
  const meant = panels.at(see === 'operation' ? -1 : 0);
  list(find('#facts'), shown.facts ?? meant.picture.facts);
  listElsewhere(meant);
  find('#notations').open = Boolean(state.notations);
  if (state.notations) hearing = listNotations(meant);
  document.title = `${state.layout} \u2013 tilework explorer`;
  const held = /^(\d+):([-\d,]+)$/.exec(state.cell);
  const holder = held && panels[held[1]];
  const place = holder && placeAt(holder, held[2].split(',').map(Number));
  if (place) { pinned = holder; find('#cell').classList.add('held'); look(holder, place); }
}

function set(change) {
  const keeps = Object.hasOwn(change, 'cell');
  state = { ...state, ...change, ...(keeps ? {} : { cell: '' }) };
  writeAddress();
  show();
}

// ---- from the beginning ----
for (const [name, example] of EXAMPLES) {
  find('#examples').append(make('button', { type: 'button', onclick: () => set({ ...FIRST, ...example }) }, name));
}
for (const [op, { name, operand, optional, first }] of Object.entries(OPERATIONS)) {
  if (GAPS.includes(op)) find('#operations').append(make('span', { class: 'gap' }));
  const choose = () => set({ op, operand: !operand || optional ? '' : state.operand || first });
  find('#operations').append(make('button', { type: 'button', value: op, onclick: choose }, name));
}
let waiting;
find('#controls').addEventListener('input', event => {
  clearTimeout(waiting);
  const { name, value, type } = event.target;
  const change = { [name]: value };
  if (name === 'layout') Object.assign(change, colorFor(value));
  if (name === 'see' && value === 'operation' && !state.operand) change.operand = OPERATIONS[state.op]?.first ?? '';
  if (name === 'see' && value === 'moves' && !state.to) change.to = state.layout;
  if (name === 'see' && value === 'access' && !state.access) change.access = '32:1';
  waiting = setTimeout(() => set(change), type === 'text' ? 120 : 0);
});
find('#controls').addEventListener('submit', event => event.preventDefault());
find('#pictures').addEventListener('pointerleave', () => { if (!pinned) { clearMarks(); for (const one of panels) one.at = null; } });
find('#share').addEventListener('click', event => copy(event.currentTarget, location.href, () => 'It is in the address bar'));
addEventListener('keydown', event => {
  if (event.key === 'Escape' && pinned) unpin();
  if (event.key === '/' && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) {
    event.preventDefault();
    controls.layout.select();
    controls.layout.focus();
  }
});
find('#find').addEventListener('keydown', walkAtoms);
// what the atlas is needed for waits until it is read
function start() {
  readAddress();
  if (looksLikeAtom(state.layout) || state.see === 'atlas') atlasIsRead.then(show); else show();
}
find('#notations summary').addEventListener('click', event => {
  event.preventDefault();
  set({ notations: state.notations ? '' : 'all', cell: state.cell });
});
addEventListener('hashchange', start);
start();
