import {
  type BinaryNode,
  decodeMessageNode,
  getBinaryNodeChild,
  proto,
  type WAMessageKey,
} from '@whiskeysockets/baileys'
import type { Journal } from '../store/journal.ts'
import { type Arrived, type Own, chatOf } from './to-inbound.ts'

/** A message that linked devices get without its content, such as one from an advertisement. */
interface Missing {
  key: WAMessageKey
  pushName: string | null
  /** In seconds. */
  at: number
  /** Its placeholder is shown already. */
  isTold: boolean
}

interface Deps {
  journal: Journal
  /** Asks the phone for it. */
  ask: (key: WAMessageKey) => Promise<unknown>
  /** The phone has not answered in time. */
  onTimeout: (placeholder: Arrived) => void
}

const kind = 'missing'
const maxWaiting = 100
/** In ms. A phone that is online answers within seconds. */
const timeout = 20_000
/** In ms: how long the phone is asked again after each reconnect. */
const keptFor = 14 * 24 * 3_600_000
/** Types that the phone would not send either: answers of WhatsApp's own assistant. */
const neverSent = new Set(['bot_unavailable_fanout'])
const viewOnce = /^view_once/
/** Messages of channels are in plain text. */
const contents = ['enc', 'plaintext']

const mark = ':missing'

/** The id of the message that a placeholder stands for; other ids are unchanged. */
export const originalIdOf = (externalId: string) =>
  externalId.endsWith(mark) ? externalId.slice(0, -mark.length) : externalId

/**
 * Handles messages without content: view-once, or content that the phone has. The library asks the phone only once and
 * in this process, and reports the answer where it would not be stored before its acknowledgement. So this does both.
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

  /** Returns what is shown at once for a new stanza. */
  notice(stanza: BinaryNode, own: Own): Arrived[] {
    const type = getBinaryNodeChild(stanza, 'unavailable')?.attrs['type'] ?? ''
    const hasContent = contents.some((tag) => getBinaryNodeChild(stanza, tag))
    if (stanza.tag !== 'message' || hasContent || neverSent.has(type)) return []
    const { key, category, pushName, messageTimestamp } = decodeMessageNode(stanza, own.id, own.lid).fullMessage
    if (!key.id || category === 'peer' || !chatOf(key)) return []
    const missing = { key, pushName: pushName ?? null, at: Number(messageTimestamp), isTold: false }
    if (viewOnce.test(type)) return [arrivedFrom(missing, { viewOnceMessage: { message: {} } })]
    this.#waiting.set(key.id, missing)
    this.#write(key.id, missing)
    this.#waitFor(key.id)
    const [oldest] = this.#waiting
    if (this.#waiting.size <= maxWaiting || !oldest) return []
    this.#drop(oldest[0])
    return oldest[1].isTold ? [] : [placeholderOf(oldest[1])]
  }

  /** The contents in an answer of the phone. */
  answersIn({ category, key, message }: Arrived): Arrived[] {
    if (category !== 'peer' || !key.fromMe) return []
    const { peerDataOperationResult: results } = message.protocolMessage?.peerDataOperationRequestResponseMessage ?? {}
    return (results ?? []).flatMap(({ placeholderMessageResendResponse: answer }) =>
      answer?.webMessageInfoBytes ? this.#answerOf(proto.WebMessageInfo.decode(answer.webMessageInfoBytes)) : [],
    )
  }

  /** Call it after connecting: the phone may be online again. */
  askAgain(): void {
    for (const [id, { key }] of this.#waiting) {
      this.#waitFor(id)
      this.#deps.ask(key).catch(() => {})
    }
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }

  /** The answer lacks the addresses of the author, so they are taken from the original stanza. */
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
      this.#deps.onTimeout(placeholderOf(missing))
    }, timeout)
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

/** Too late for automatic replies (docs/adr/0006). */
const isLate = (at: number) => at * 1000 < Date.now() - 2 * timeout

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
