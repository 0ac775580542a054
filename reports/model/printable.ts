/** How a colour that we print ourselves begins and ends. */
const COLOUR = String.raw`\u001B\[(?:1|2|22|3[1239])m`

/** A control or bidirectional character, but for those colours, line ends and tabs. */
const unprintable = new RegExp(String.raw`(?!${COLOUR})(?!\r?\n|\t)[\p{Cc}\p{Bidi_Control}]`, 'gu')

/** Text in which a target has its say, for a screen or a summary: it moves no cursor, hides nothing and turns nothing round. */
export const printable = (text: string): string =>
  text.replaceAll(unprintable, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
