// The rule language as the editor shows and completes it. What is right is what a member's check says.

const ACTIONS = ['approve', 'challenge', 'review', 'decline'];
const WORDS = ['set', 'list', 'table', 'exchange', 'points', 'at', 'rule', 'tags', 'when', 'and', 'or', 'not', 'in', 'is', 'missing',
  'between', 'of', 'to', 'from', 'where', 'last', 'today', 'ladder', 'chain', 'step', 'calendar', 'days', 'including', 'excluding',
  'this', 'else', 'number', 'amount', 'place', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', ...ACTIONS];
const FIELDS = ['amount', 'currency', 'country', 'merchant', 'city', 'code', 'response', 'terminal', 'card', 'bin', 'bin8', 'time', 'hour', 'day',
  'month', 'weekday', 'time_of_day'];
const CARD_VALUES = ['age', 'since_last', 'home_country', 'home_city'];
const FUNCTIONS = {
  count: 'count(last 1h)', sum: 'sum(amount, last 24h)', avg: 'avg(amount, last 60d)', min: 'min(amount, last 30d)',
  max: 'max(amount, last 30d)', distinct: 'distinct(country, last 1d)', exists: 'exists(last 1d where …)',
  first_seen: 'first_seen(terminal, last 90d)', nth: 'nth(2, amount, last 30d)', time_since: 'time_since(last 30d where …)',
  running: 'running(condition)', speed: 'speed(@places)',
};

const keywords = new Set(WORDS);
const functions = new Set(Object.keys(FUNCTIONS));

/** For a StreamLanguage. */
export const parser = {
  name: 'rules',
  startState: () => ({inComment: false}),
  token(stream, state) {
    if (state.inComment) {
      state.inComment = !stream.match(/.*?\*\//);
      if (state.inComment) {
        stream.skipToEnd();
      }
      return 'comment';
    }
    if (stream.eatSpace()) {
      return null;
    }
    if (stream.match('--')) {
      stream.skipToEnd();
      return 'comment';
    }
    if (stream.match('/*')) {
      state.inComment = true;
      return 'comment';
    }
    if (stream.match(/'(?:[^']|'')*'?/)) {
      return 'string';
    }
    if (stream.match(/"[^"]*"?/)) {
      return 'variableName';
    }
    if (stream.match(/@(?:"[^"]*"?|[a-z_][a-z0-9_]*)/i)) {
      return 'typeName';
    }
    if (stream.match(/(?:tx|card)\.[a-z_]*/i)) {
      return 'propertyName';
    }
    if (stream.match(/\d{1,2}:\d\d/) || stream.match(/\d[\d_]*(?:\.\d+)?[smhd]?/)) {
      return 'number';
    }
    const [word] = stream.match(/[a-z][a-z0-9_-]*/i) ?? [];
    if (word !== undefined) {
      const lower = word.toLowerCase();
      // A name that comes before a bracket is an aggregate; 'last' is a word of windows as well.
      return functions.has(lower) && /^\s*\(/.test(stream.string.slice(stream.pos)) ? 'variableName.function' : keywords.has(lower) ? 'keyword' : 'variableName';
    }
    stream.next();
    return 'operator';
  },
  languageData: {commentTokens: {line: '--', block: {open: '/*', close: '*/'}}, closeBrackets: {brackets: ['(', '[', '\'']}},
};

const option = (label, type, detail) => ({label, type, detail});
const WORD_OPTIONS = [
  ...WORDS.map(word => option(word, 'keyword')),
  ...Object.entries(FUNCTIONS).map(([name, example]) => option(name, 'function', example)),
  option('tx.', 'property', 'a value of the transaction'), option('card.', 'property', 'a value of the card'),
];

/** Names that the text declares as lists and tables. */
const declared = text => [...text.matchAll(/\b(list|table)\s+("[a-z][a-z0-9_-]*"|[a-z][a-z0-9_]*)/gi)].map(([, kind, name]) => option(`@${name}`, 'type', kind));

/** What may stand at the cursor. */
export function complete(context) {
  const before = context.matchBefore(/(?:(?:tx|card)\.|@)?[a-z_]*$/i);
  if (before === null || (before.from === before.to && !context.explicit)) {
    return null;
  }
  const text = before.text.toLowerCase();
  const from = prefix => before.from + prefix.length;
  if (text.startsWith('tx.')) {
    return {from: from('tx.'), options: FIELDS.map(field => option(field, 'property'))};
  }
  if (text.startsWith('card.')) {
    return {from: from('card.'), options: CARD_VALUES.map(value => option(value, 'property'))};
  }
  if (text.startsWith('@')) {
    return {from: before.from, options: declared(context.state.doc.toString())};
  }
  return {from: before.from, options: [...WORD_OPTIONS, ...FIELDS.map(field => option(field, 'variable', 'of an entry'))]};
}
