/** Our list of words: what a stranger reads twice, and what to write instead. */
export const words: readonly (readonly [found: RegExp, instead: string])[] = [
  // HTTP's words.
  [/\b(an|the|every|each|any|no|its|own|success|error|authorised|valid|whole) answers?\b/i, 'response'],
  [/\banswers?' |\banswers? of\b/i, 'response'],
  [/\brequests? and answers?\b/i, 'requests and responses'],
  // No noun made of a pronoun.
  [/\bwhat came\b/i, 'the response'],
  [/\bof the sort\b/i, 'such'],
  [/\bwhom\b/i, 'name the actor'],
  [/\b(is|are|was|were|be|been|being) told\b/i, 'is reported, or says'],
  // `if` and `when`, not `where`.
  [/\bwhere (there|none|no|nobody|one|somebody|nothing) (is|are|was|were|has)\b/i, 'if, or when'],
  // Words of another century, or another language.
  [/\bgravest\b/i, 'worst'],
  [/\bmildest\b/i, 'least severe'],
  [/\banew\b/i, 'again'],
  [/\breckon/i, 'compute, or count'],
  [/\bmidway\b/i, 'stopped responding'],
  [/\bbut for\b/i, 'except'],
  [/\bso many\b/i, 'this many, or N'],
  [/\b(comes?|came) to be\b/i, 'becomes'],
  [/\bhad again\b/i, 'reproduced'],
  [/\bas it should be\b/i, 'say what is wrong'],
  [/\bmeanwhile watched|watched meanwhile\b/i, 'while conformance is checked'],
  [/\bheld against\b(?! the target)/i, 'checked against'],
  [/\b(its|their|the target's|own) (own )?ways\b/i, 'conventions'],
  [/\bmore than no bytes\b/i, 'not empty'],
  [/\bdoes? without\b/i, 'does not require'],
  [/\bmend it, and try again\b/i, 'fix it and retry'],
  [/\bit can't be told\b/i, 'Inconclusive'],
  [/\bwhat did not succeed\b/i, 'Blocked by'],
  [/\bthis machine alone\b/i, 'a loopback port'],
  [/\bnarrow each other\b/i, 'are ANDed'],
  [/\bat once (stops|ends)\b/i, 'immediately'],
  // Our own words for what the field has words for.
  [/\b(errand|heir|hasty|namesakes?|twin|rung|ladder|player)\b/i, 'the word in the glossary of CONTRIBUTING.md'],
]
