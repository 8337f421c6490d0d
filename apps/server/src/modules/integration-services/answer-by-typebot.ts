import { z } from 'zod'
import type { OutsideAnswer } from '#platform/outside/outside'
import { type Answer, AnswerFailed, type AnswerPart, type Asked } from '#modules/exchanges'
import type { Integration } from '#modules/queue-integrations'
import { textsIn } from '#texts'
import { assertSuccess } from './assert-status.ts'
import { Choices, chosenIn } from './choices.ts'
import { tappedIn, textOf } from './texts-of.ts'
import { type Reply, readReply, render, takesOf } from './read-typebot-reply.ts'

/** Where the talk with Typebot is. */
const Session = z.object({
  sessionId: z.string(),
  /** In ms since 1970. */
  since: z.number(),
  choices: Choices.nullable(),
  /** What it waits for besides text. */
  takes: z.enum(['files', 'sound', 'text']).catch('text'),
})
type Session = z.output<typeof Session>

export async function answerByTypebot({ row }: Integration, asked: Asked): Promise<Answer> {
  // What was written before it, and was not answered, does not hide it.
  const text = asked.messages.at(-1)?.text ?? ''
  if (isKeyword(text, row.typebot_keyword_finish)) return { parts: [], session: null, control: { kind: 'close' } }
  if (isKeyword(text, row.typebot_keyword_restart)) return { parts: said(row.typebot_restart_message), session: null }

  const known = sessionOf(asked, row.typebot_expires)
  const { reply, session } = (known && (await goOn(known))) ?? (await begin())
  const wording = {
    delay: row.typebot_delay,
    unknown: row.typebot_unknown_message,
    choose: textsIn(asked.language).bot.choose,
  }
  const { parts, choices, control, isWaiting } = render(reply, wording)
  if (control) return { parts, session: null, control }
  const spoken = parts.length > 0 ? parts : said(row.typebot_unknown_message)
  // A bot that asks without a word waits; one that does not even ask has nothing for the customer.
  if (spoken.length === 0 && !isWaiting) throw new AnswerFailed('badAnswer', 'it said nothing')
  // A talk that is over begins anew with the next message.
  return { parts: spoken, session: isWaiting ? { ...session, choices, takes: takesOf(reply.input) } : null }

  /** Undefined: Typebot does not know the session any more. */
  async function goOn(before: Session) {
    const message = await messageFor(asked, before)
    const address = `${base()}/sessions/${encodeURIComponent(before.sessionId)}/continueChat`
    const answer = await asked.ask(address, { json: { message, textBubbleContentFormat: 'richText' } })
    return isForgotten(answer) ? undefined : { reply: replyOf(answer), session: before }
  }

  /** What the bot says first is the answer. The customer's words are an answer only if it says nothing by itself. */
  async function begin() {
    const answer = await asked.ask(`${base()}/typebots/${encodeURIComponent(row.typebot_slug)}/startChat`, {
      json: {
        // A browser would have to read a stream.
        isStreamEnabled: false,
        isOnlyRegistering: false,
        textBubbleContentFormat: 'richText',
        prefilledVariables: {
          number: asked.contact.number ?? '',
          pushName: asked.contact.name,
          remoteJid: asked.contact.address,
        },
      },
    })
    const reply = replyOf(answer)
    if (reply.sessionId === undefined) throw new AnswerFailed('badAnswer', 'it began no session')
    const session: Session = {
      sessionId: reply.sessionId,
      since: Date.now(),
      choices: null,
      takes: takesOf(reply.input),
    }
    const isAskedFirst = reply.messages.length === 0 && reply.input && !asked.isEntry
    return (isAskedFirst && (await goOn(session))) || { reply, session }
  }

  function base(): string {
    return `${row.url.replace(/\/+$/, '')}/api/v1`
  }
}

/** What the customer says, in the form that the bot waits for. */
async function messageFor(asked: Asked, { choices, takes }: Session): Promise<object> {
  const files = asked.messages.flatMap(({ file }) => file ?? [])
  const links = (await Promise.all(files.map((file) => file.link()))).filter((link) => link !== null)
  const text = textOf(asked)
  const [link] = links
  if (link === undefined) return { type: 'text', text: chosenIn(choices, text, tappedIn(asked)) }
  if (takes === 'files') return { type: 'text', text: links.join(', '), attachedFileUrls: links }
  const [message] = asked.messages
  const isVoice = asked.messages.length === 1 && message?.text.trim() === '' && message.file?.mime.startsWith('audio/')
  if (takes === 'sound' && isVoice) return { type: 'audio', url: link }
  return { type: 'text', text: chosenIn(choices, text, tappedIn(asked)), attachedFileUrls: links }
}

function replyOf(answer: OutsideAnswer): Reply {
  assertSuccess(answer)
  return readReply(answer.json())
}

const isForgotten = ({ status }: OutsideAnswer) => status === 404

/** Undefined: there is none, or its time is over. */
function sessionOf({ session }: Asked, minutes: number): Session | undefined {
  const { data } = Session.safeParse(session)
  if (!data) return undefined
  const isOver = minutes > 0 && Date.now() - data.since > minutes * 60_000
  return isOver ? undefined : data
}

/** An empty keyword matches nothing. */
const isKeyword = (text: string, keyword: string): boolean =>
  keyword.trim() !== '' && text.trim().toLowerCase() === keyword.trim().toLowerCase()

const said = (text: string): AnswerPart[] => (text.trim() === '' ? [] : [{ kind: 'text', text }])
