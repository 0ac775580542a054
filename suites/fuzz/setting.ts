/**
 * A setting of the host while it is fuzzed: what was read is written with one line more, a comment or a variable, in which
 * stands what is odd. It is written back first and in the end, as where settings are judged (see suites/evidence/subjects/setting.ts).
 */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import type { ListedField, Operation } from '../../schemas/registry.ts'
import type { Caller } from '../scene/call.ts'
import { Inconclusive } from '../claim/finding.ts'
import { lonelySubject } from '../evidence/subjects/lonely.ts'
import type { Subject } from '../evidence/subjects/subject.ts'
import type { Patience } from '../target/patience.ts'
import type { Snapshot } from '../scene/snapshot.ts'
import { fieldOf } from '../evidence/census/other-settings.ts'
import { alikeTexts, settingValue } from '../values/setting-value.ts'
import { likeness } from '../values/likeness.ts'
import { otherRunIn } from '../values/other-run.ts'

type Body = Readonly<Record<string, unknown>>

/** Writes of the host that are fuzzed: what they change can be put back. A user may have been removed by then. */
export const isSetting = ({ effect, act }: Operation): boolean =>
  effect === 'host' && act.verb === 'changes' && act.kind !== 'user'

/** What was written, and how a read shows it. */
export interface Shown {
  readonly exchange: Exchange
  readonly shown: string | undefined
  readonly alike: boolean
}

/** Two reads, two writes back and reads, the valid request, two reads and a write, and what puts it back. */
export const SETTING_COST = 12

export class Setting {
  /** The valid request, which changes nothing. */
  readonly control: Exchange
  readonly #caller: Caller
  readonly #subject: Subject
  readonly #patience: Patience
  readonly #field: ListedField | undefined
  readonly #text: string | undefined

  private constructor(caller: Caller, subject: Subject, control: Exchange, { view }: Snapshot, write: Operation) {
    this.control = control
    this.#caller = caller
    this.#subject = subject
    this.#patience = caller.patience
    this.#field = fieldOf(write)
    const value = settingValue(view, this.#field, caller.profile.envelope)
    this.#text = typeof value === 'string' ? value : undefined
  }

  /**
   * Writes back what is read, which has to change nothing.
   * @param opened told of the subject before anything is written: whatever happens, it has to be put back
   * @throws Inconclusive where it can't be put back
   */
  static async open(write: Operation, caller: Caller, references: References, opened: (subject: Subject) => void) {
    const subject = lonelySubject(write, caller, references)
    opened(subject)
    if (!subject.takeSnapshot || subject.placeholders.length > 0)
      throw new Inconclusive('no setting is known that it may write', 'expendable in the target file')
    const unready = await subject.prepare()
    if (unready !== null) throw new Inconclusive(unready.reason, unready.supply)
    const control = await subject.send({})
    return new Setting(caller, subject, control, await subject.takeSnapshot(), write)
  }

  /** What the valid request says; of a text one line more, with a word of the run's own. */
  body(): Body {
    const asked = this.control.asked?.body
    const plain = typeof asked === 'object' && asked !== null ? { ...asked } : {}
    const own = this.#caller.values.name()
    const name = this.#field?.name ?? ''
    if (this.#text === undefined) return plain
    // Before all others: the line may be long, and a text that is cut loses its end.
    return { ...plain, [name]: `${name === 'env' ? 'TOUCHSTONE=' : '# '}${own}\n${this.#text}` }
  }

  /** Sends a body in place of the valid one. */
  send(call: { readonly body?: unknown; readonly rawBody?: string }): Promise<Exchange> {
    return this.#subject.send(call)
  }

  /** Reads it until it is as it was written, or the time is over in which a write may come to be seen. */
  async see(written: string, within: number): Promise<Shown> {
    const { takeSnapshot } = this.#subject
    if (!takeSnapshot) throw new Error('a setting that can not be read was written')
    const name = this.#field?.name ?? ''
    const ask = async () => {
      const { view, exchange } = await takeSnapshot()
      const value = settingValue(view, this.#field, this.#caller.profile.envelope)
      // What another run writes meanwhile is no response to this write.
      const isOthers = otherRunIn(value, this.#caller.options.run) !== null
      const shown = typeof value === 'string' && !isOthers ? value : undefined
      return { exchange, shown, alike: shown !== undefined && isAlike(name, written, shown) }
    }
    return this.#patience.eventually(ask, ({ alike }) => alike, { why: 'what is fuzzed to show', within })
  }
}

/** A host that reads variables and writes them anew is free to quote their values. */
const unquoted = (text: string) =>
  text.replaceAll(/^(\w+=)"(.*)"$/gm, (_all, name: string, value: string) => name + value.replaceAll(/\\(.)/g, '$1'))

export function isAlike(field: string, written: string, shown: string): boolean {
  if (likeness(field, written, shown).alike || alikeTexts(field, written, shown)) return true
  return field === 'env' && alikeTexts(field, written, unquoted(shown))
}
