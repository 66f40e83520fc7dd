// The editor: CodeMirror inside a shadow root. There its styles are constructed sheets, which the page's policy allows; in the
// document itself they would be a style element, which it does not.

import {
  autocompletion, bracketMatching, closeBrackets, closeBracketsKeymap, completionKeymap, Decoration, defaultKeymap, drawSelection,
  EditorState, EditorView, highlightActiveLine, highlightActiveLineGutter, HighlightStyle, history, historyKeymap, keymap, lineNumbers,
  lintGutter, lintKeymap, setDiagnostics, StateEffect, StateField, StreamLanguage, syntaxHighlighting, tags, WidgetType,
} from '../vendor/codemirror/codemirror.js';
import {complete, parser} from './rule-language.js';

const TEXT_MAX = 524_288;

const style = HighlightStyle.define([
  {tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic'},
  {tag: tags.string, color: 'var(--green)'},
  {tag: tags.number, color: 'var(--amber)'},
  {tag: tags.keyword, color: 'var(--accent)', fontWeight: '600'},
  {tag: tags.function(tags.variableName), color: 'var(--accent)'},
  {tag: tags.propertyName, color: 'var(--text)', fontWeight: '600'},
  {tag: tags.typeName, color: 'var(--amber)', fontWeight: '600'},
]);

const theme = EditorView.theme({
  '&': {backgroundColor: 'var(--panel)', color: 'var(--text)', fontSize: '13px', height: '440px'},
  '&.cm-focused': {outline: '2px solid var(--focus)', outlineOffset: '-2px'},
  '.cm-scroller': {fontFamily: 'ui-monospace, monospace', lineHeight: '1.5'},
  '.cm-content': {caretColor: 'var(--text)'},
  '.cm-cursor': {borderLeftColor: 'var(--text)'},
  '.cm-gutters': {backgroundColor: 'var(--raised)', color: 'var(--muted)', borderRight: '1px solid var(--line)'},
  '.cm-activeLine, .cm-activeLineGutter': {backgroundColor: 'var(--raised)', color: 'var(--text)'},
  '.cm-activeLine': {backgroundColor: 'color-mix(in srgb, var(--accent) 6%, transparent)'},
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {background: 'var(--blue-line) !important'},
  '.cm-tooltip': {backgroundColor: 'var(--panel)', color: 'var(--text)', border: '1px solid var(--line)'},
  '.cm-tooltip-autocomplete ul li[aria-selected]': {backgroundColor: 'var(--accent)', color: 'var(--accent-text)'},
  '.cm-completionDetail': {color: 'inherit', opacity: '1', fontStyle: 'normal'},
  // In the place of the library's pictures, which are data in its styles; the page's policy allows none.
  '.cm-lint-marker-error': {content: 'normal', boxSizing: 'border-box', width: '10px', height: '10px', margin: '5px 2px', border: '5px solid var(--red)', borderRadius: '50%'},
  '.cm-lintRange-error': {backgroundImage: 'none', textDecoration: 'underline wavy var(--red)', textDecorationSkipInk: 'none'},
  '.cm-problem': {padding: '0 0 2px 6px', color: 'var(--red)', backgroundColor: 'var(--red-back)', fontSize: '12px', whiteSpace: 'pre-wrap'},
});

/**
 * What is typed over a selection. The browser would keep the colour of the replaced text by a style attribute, which the page's
 * policy forbids with a complaint.
 */
function typeOver(event, view) {
  const {main: {from, to}, ranges} = view.state.selection;
  if (event.inputType !== 'insertText' || event.data === null || from === to || ranges.length > 1 || view.composing) {
    return false;
  }
  const insert = () => view.state.update(view.state.replaceSelection(event.data), {userEvent: 'input.type', scrollIntoView: true});
  if (!view.state.facet(EditorView.inputHandler).some(handler => handler(view, from, to, event.data, insert))) {
    view.dispatch(insert());
  }
  return true;
}

const setProblems = StateEffect.define();

class ProblemLine extends WidgetType {
  constructor(message) {
    super();
    this.message = message;
  }

  eq(other) {
    return other.message === this.message;
  }

  toDOM() {
    const node = document.createElement('div');
    node.className = 'cm-problem';
    node.textContent = `↑ ${this.message}`;
    return node;
  }
}

/** Each problem stands below its line. */
const problemLines = StateField.define({
  create: () => Decoration.none,
  update(lines, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setProblems)) {
        const {doc} = transaction.state;
        return Decoration.set(effect.value.map(({line, message}) =>
          Decoration.widget({widget: new ProblemLine(message), block: true, side: 1}).range(doc.line(Math.min(line, doc.lines)).to)), true);
      }
    }
    return lines.map(transaction.changes);
  },
  provide: field => EditorView.decorations.from(field),
});

export class Editor {
  #view;

  /** Calls back with the text when somebody has changed it. */
  constructor(place, onChange) {
    const root = place.attachShadow({mode: 'open'});
    const parent = document.createElement('div');
    root.append(parent);
    this.#view = new EditorView({
      parent,
      root,
      state: EditorState.create({
        extensions: [
          lineNumbers(), highlightActiveLine(), highlightActiveLineGutter(), history(), drawSelection(), bracketMatching(), closeBrackets(),
          autocompletion({override: [complete]}), lintGutter(), problemLines,
          StreamLanguage.define(parser), syntaxHighlighting(style), theme,
          // Tab goes on to what comes next on the page, as it does everywhere.
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
          EditorView.domEventHandlers({beforeinput: typeOver}),
          EditorView.contentAttributes.of({'aria-label': 'Text of the set', tabindex: '0', spellcheck: 'false', autocorrect: 'off', autocapitalize: 'off'}),
          EditorState.changeFilter.of(transaction => transaction.newDoc.length <= TEXT_MAX),
          EditorView.updateListener.of(update => {
            if (update.docChanged) {
              onChange(this.text);
            }
          }),
        ],
      }),
    });
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  set text(text) {
    const {state} = this.#view;
    this.#view.dispatch({changes: {from: 0, to: state.doc.length, insert: text}, selection: {anchor: 0}, scrollIntoView: true});
  }

  /** Shows what is wrong: problems with line, column and message. */
  showProblems(problems) {
    const {state} = this.#view;
    const diagnostics = problems.map(({line, column, message}) => {
      const at = state.doc.line(Math.min(line, state.doc.lines));
      const from = Math.min(at.from + column - 1, at.to);
      const [word] = /^[\w.@']+/.exec(state.doc.sliceString(from, at.to)) ?? [' '];
      return {from, to: Math.min(Math.max(from + word.length, from), at.to), severity: 'error', message};
    });
    this.#view.dispatch(setDiagnostics(state, diagnostics));
    this.#view.dispatch({effects: setProblems.of(problems)});
  }

  /** Puts the cursor at a place. */
  goTo(line, column) {
    const {doc} = this.#view.state;
    const at = doc.line(Math.min(line, doc.lines));
    this.#view.dispatch({selection: {anchor: Math.min(at.from + column - 1, at.to)}, scrollIntoView: true});
    this.#view.focus();
  }
}
