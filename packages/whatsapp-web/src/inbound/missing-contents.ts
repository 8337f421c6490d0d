import {
  type BinaryNode,
  decodeMessageNode,
  getBinaryNodeChild,
  proto,
  type WAMessageKey,
} from '@whiskeysockets/baileys'
import type { Journal } from '../store/journal.ts'
import { type Arrived, type Own, chatOf } from './to-inbound.ts'

/** A message whose content the network keeps from linked devices, as it does with what comes from an advertisement. */
interface Missing {
  key: WAMessageKey
  pushName: string | null
  /** In seconds. */
  at: number
  /** People see already that there is one. */
  isTold: boolean
}

interface Deps {
  journal: Journal
  /** Asks the phone for it. */
  ask: (key: WAMessageKey) => Promise<unknown>
  /** The phone has not answered in time. */
  onSilence: (placeholder: Arrived) => void
}

const kind = 'missing'
const mostWaiting = 100
/** In ms. A phone answers within a few seconds, if it is on. */
const patience = 20_000
/** In ms. For so long a phone is asked again with each new line. */
const keptFor = 14 * 24 * 3_600_000
/** What the phone would not tell either: an answer of the network's own assistant. */
const nobodys = new Set(['bot_unavailable_fanout'])
const viewOnce = /^view_once/
/** Of channels it is in the clear. */
const contents = ['enc', 'plaintext']

const mark = ':missing'

/** The message that something told is about: a placeholder stands for one. */
export const messageBehind = (externalId: string) =>
  externalId.endsWith(mark) ? externalId.slice(0, -mark.length) : externalId

/**
 * What comes without its content: seen once on the phone alone, or to be asked of the phone. The library asks, and tells what
 * it hears where nobody would store it before it is acknowledged; and it asks once, in this process.
 */
export class MissingContents {
  readonly #deps: Deps
  readonly #waiting: Map<string, Missing>
  readonly #timers = new Set<NodeJS.Timeout>()

  private constructor(deps: Deps, waiting: Map<string, Missing>) {
    this.#deps = deps
    this.#waiting = waiting
  }

  static async open(deps: Deps): Promise<MissingContents> {
    const written = [...(await deps.journal.read(kind))].map(([id, text]): [string, Missing] => [id, JSON.parse(text)])
    return new MissingContents(deps, new Map(written.toSorted((one, other) => one[1].at - other[1].at)))
  }

  /** Of a stanza that has just come: what people are to see of it at once. */
  notice(stanza: BinaryNode, own: Own): Arrived[] {
    const type = getBinaryNodeChild(stanza, 'unavailable')?.attrs['type'] ?? ''
    const hasContent = contents.some((tag) => getBinaryNodeChild(stanza, tag))
    if (stanza.tag !== 'message' || hasContent || nobodys.has(type)) return []
    const { key, category, pushName, messageTimestamp } = decodeMessageNode(stanza, own.id, own.lid).fullMessage
    if (!key.id || category === 'peer' || !chatOf(key)) return []
    const missing = { key, pushName: pushName ?? null, at: Number(messageTimestamp), isTold: false }
    if (viewOnce.test(type)) return [arrivedFrom(missing, { viewOnceMessage: { message: {} } })]
    this.#waiting.set(key.id, missing)
    this.#write(key.id, missing)
    this.#waitFor(key.id)
    const [oldest] = this.#waiting
    if (this.#waiting.size <= mostWaiting || !oldest) return []
    this.#drop(oldest[0])
    return oldest[1].isTold ? [] : [placeholderOf(oldest[1])]
  }

  /** What the phone says when it was asked. */
  answersIn({ category, key, message }: Arrived): Arrived[] {
    if (category !== 'peer' || !key.fromMe) return []
    const { peerDataOperationResult: results } = message.protocolMessage?.peerDataOperationRequestResponseMessage ?? {}
    return (results ?? []).flatMap(({ placeholderMessageResendResponse: answer }) =>
      answer?.webMessageInfoBytes ? this.#answerOf(proto.WebMessageInfo.decode(answer.webMessageInfoBytes)) : [],
    )
  }

  /** A new line is open: the phone may be on again. */
  askAgain(): void {
    for (const [id, { key }] of this.#waiting) {
      this.#waitFor(id)
      this.#deps.ask(key).catch(() => {})
    }
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }

  /** The phone leaves out what the network has said of it: under which names its author is known. */
  #answerOf({ key, message, messageTimestamp, pushName, messageSecret }: proto.WebMessageInfo): Arrived[] {
    if (!key?.id || !message) return []
    const missing = this.#waiting.get(key.id)
    this.#drop(key.id)
    const at = Number(messageTimestamp)
    const arrived = arrivedFrom(missing ?? { key, pushName: pushName ?? null, at }, message)
    const now = new Date().toISOString()
    return [
      {
        ...arrived,
        secret: message.messageContextInfo?.messageSecret ?? messageSecret,
        ...(isLate(missing?.at ?? at) && { missed: { since: now, until: now, isGap: true } }),
      },
    ]
  }

  #waitFor(id: string): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      const missing = this.#waiting.get(id)
      if (!missing || missing.isTold) return
      missing.isTold = true
      this.#write(id, missing)
      this.#deps.onSilence(placeholderOf(missing))
    }, patience)
    this.#timers.add(timer)
  }

  #drop(id: string): void {
    if (this.#waiting.delete(id)) this.#deps.journal.keep([{ kind, name: id, value: null }])
  }

  #write(id: string, missing: Missing): void {
    const until = new Date(missing.at * 1000 + keptFor)
    this.#deps.journal.keep([{ kind, name: id, value: JSON.stringify(missing), until }])
  }
}

/** Told so late that nobody expects a machine's word for it (docs/adr/0006). */
const isLate = (at: number) => at * 1000 < Date.now() - 2 * patience

const placeholderOf = (missing: Missing): Arrived =>
  arrivedFrom({ ...missing, key: { ...missing.key, id: `${missing.key.id ?? ''}${mark}` } }, { placeholderMessage: {} })

const arrivedFrom = ({ key, pushName, at }: Omit<Missing, 'isTold'>, message: proto.IMessage): Arrived => ({
  key,
  category: undefined,
  pushName,
  at,
  message,
  secret: undefined,
})
