// What the console's editor takes of CodeMirror. All else is left out of the bundle.

export {autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap} from '@codemirror/autocomplete';
export {defaultKeymap, history, historyKeymap} from '@codemirror/commands';
export {bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting} from '@codemirror/language';
export {lintGutter, lintKeymap, setDiagnostics} from '@codemirror/lint';
export {EditorState, StateEffect, StateField} from '@codemirror/state';
export {Decoration, drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, WidgetType} from '@codemirror/view';
export {tags} from '@lezer/highlight';
