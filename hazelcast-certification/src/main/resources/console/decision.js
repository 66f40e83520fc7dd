// How a transaction was decided, as people read it.

/** '2/17', the set's number first, as each set numbers its rules from 1; '2/points' when their sum has decided. */
export const ruleOfSet = (set, rule, name) => (set ? `${set}/${rule > 0 ? rule : name}` : rule > 0 ? String(rule) : name);

/** 'decline, 2/17 night_abroad'; 'review, 2/points'; 'approve' when no rule held. */
export function decisionText({set, rule, ruleName, action}) {
  if (!action) {
    // The member that has answered does not know its set.
    return ruleName ?? '';
  }
  if (rule > 0) {
    return `${action}, ${ruleOfSet(set, rule, ruleName)} ${ruleName}`;
  }
  return action === 'approve' ? action : `${action}, ${ruleOfSet(set, rule, ruleName)}`;
}

/** The state of a badge. */
export const decisionState = ({action}) => (!action ? '' : action === 'approve' ? 'PASSED' : 'FLAGGED');
