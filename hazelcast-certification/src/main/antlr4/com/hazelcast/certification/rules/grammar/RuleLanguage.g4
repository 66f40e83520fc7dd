/*
 * The rule language: what a set of rules may look like. Its meaning is in docs/rules.md; types and units are checked by
 * rules.language, not here. Lists instead of left recursion keep the tree as deep as the text has parentheses.
 */
grammar RuleLanguage;

options { caseInsensitive = true; }

ruleSet: setName? header* ruleDefinition* EOF;

setName: SET name;

header
    : LIST name OF word FROM STRING                          # listHeader
    | TABLE name OF word TO word FROM STRING                 # tableHeader
    | EXCHANGE word FROM STRING                              # exchangeHeader
    | POINTS threshold (COMMA threshold)*                    # pointsHeader
    ;

threshold: action AT NUMBER;

ruleDefinition: RULE name STRING? outcome (TAGS name (COMMA name)*)? WHEN condition;

outcome: action | POINTS NUMBER;

action: APPROVE | CHALLENGE | REVIEW | DECLINE;

condition: conjunction (OR conjunction)*;

conjunction: negation (AND negation)*;

negation: NOT? test;

test
    : LEFT condition RIGHT                                   # nestedTest
    | value comparator value                                 # compareTest
    | value NOT? BETWEEN value AND value                     # betweenTest
    | value NOT? IN LEFT value (COMMA value)* RIGHT          # inTest
    | value NOT? IN REFERENCE                                # inListTest
    | value IS NOT? MISSING                                  # missingTest
    | call                                                   # callTest
    ;

comparator: EQUAL | NOT_EQUAL | LESS | LESS_EQUAL | GREATER | GREATER_EQUAL;

value: term ((PLUS | MINUS) term)*;

term: factor ((TIMES | OVER) factor)*;

factor: MINUS? primary (TO word)?;

primary
    : NUMBER word?                                           # numberValue
    | DURATION                                               # durationValue
    | TIME_OF_DAY                                            # timeOfDayValue
    | STRING                                                 # stringValue
    | call                                                   # callValue
    | word LEFT REFERENCE RIGHT                              # speedValue
    | RUNNING LEFT condition RIGHT                           # runningValue
    | word DOT word zone?                                    # ownedValue
    | word zone?                                             # entryValue
    | REFERENCE OPEN value CLOSE                             # tableValue
    | LEFT value (ELSE value)? RIGHT                         # nestedValue
    ;

call: (word | LAST) LEFT (value (COMMA value)* COMMA)? scope RIGHT;

scope: window (COMMA? (INCLUDING | EXCLUDING) THIS)? (COMMA? WHERE condition)?;

window
    : LAST DURATION                                          # slidingWindow
    | LAST NUMBER CALENDAR word zone?                        # calendarWindow
    | TODAY zone?                                            # todayWindow
    | LADDER DURATION                                        # ladderWindow
    | CHAIN DURATION STEP DURATION                           # chainWindow
    ;

zone: AT STRING;

name: word | QUOTED;

word: IDENTIFIER;

SET: 'set';
LIST: 'list';
TABLE: 'table';
EXCHANGE: 'exchange';
OF: 'of';
TO: 'to';
FROM: 'from';
POINTS: 'points';
AT: 'at';
RULE: 'rule';
TAGS: 'tags';
WHEN: 'when';
APPROVE: 'approve';
CHALLENGE: 'challenge';
REVIEW: 'review';
DECLINE: 'decline';
OR: 'or';
AND: 'and';
NOT: 'not';
BETWEEN: 'between';
IN: 'in';
IS: 'is';
MISSING: 'missing';
ELSE: 'else';
RUNNING: 'running';
LAST: 'last';
CALENDAR: 'calendar';
TODAY: 'today';
LADDER: 'ladder';
CHAIN: 'chain';
STEP: 'step';
INCLUDING: 'including';
EXCLUDING: 'excluding';
THIS: 'this';
WHERE: 'where';

EQUAL: '=';
NOT_EQUAL: '!=' | '<>';
LESS_EQUAL: '<=';
LESS: '<';
GREATER_EQUAL: '>=';
GREATER: '>';
PLUS: '+';
MINUS: '-';
TIMES: '*';
OVER: '/';
LEFT: '(';
RIGHT: ')';
OPEN: '[';
CLOSE: ']';
COMMA: ',';
DOT: '.';

TIME_OF_DAY: [0-9] [0-9] ':' [0-9] [0-9];
DURATION: [0-9]+ [smhd];
NUMBER: [0-9] [0-9_]* ('.' [0-9]+)?;
REFERENCE: '@' ([a-z_] [a-z0-9_]* | '"' ~["\r\n]* '"');
IDENTIFIER: [a-z_] [a-z0-9_]*;
STRING: '\'' (~['\r\n] | '\'\'')* '\'';
QUOTED: '"' ~["\r\n]* '"';

COMMENT: '--' ~[\r\n]* -> channel(HIDDEN);
// One without an end goes to the end of the text, so that none is looked for again behind it. RuleLanguage refuses it.
BLOCK_COMMENT: '/*' .*? ('*/' | EOF) -> channel(HIDDEN);
SPACE: [ \t\r\n]+ -> skip;
OTHER: . ;
