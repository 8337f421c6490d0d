import { isVoice } from '@guiche/contract'
import type { Deps } from '#platform/deps'
import { OutsideFailed } from '#platform/outside/outside'
import { textsIn } from '#texts'
import { type Answer, type AnswerPart, type Answerer, type Asked, AnswerFailed } from '#modules/exchanges'
import { type PromptToAsk, findPromptToAsk } from '#modules/prompts'
import { hear } from './hear.ts'
import { readHistory } from './history.repository.ts'
import { instructionsOf, withoutMarker } from './instructions.ts'
import { BudgetSpent, createMeter } from './models/meter.ts'
import type { Line, Models } from './models/models.ts'
import { NeedsPerson } from './models/needs-person.ts'
import { reveals } from './reveals.ts'
import { type Session, readSession, sessionOf } from './session.ts'
import { historyOf, textOrPlace } from './turns.ts'

type Reading = Pick<Deps, 'units' | 'keys' | 'log'>

/** In ms, for hearing, thinking and speaking together. */
const timeLimit = 55_000

/** In characters: what networks take as one message. */
const longestAnswer = 4096
/** Of an answer, with its marker. What nobody hears is not looked at. */
const mostRead = 2 * longestAnswer

/** Models that answer customers as the prompts of companies say. They have no tools: what they say is text (S52). */
export function createPromptAnswerer({ units, keys, log }: Reading, models: Models): Answerer {
  const sealingKey = keys.secretsAtRest
  return { kind: 'prompt', find, answer }

  async function find(ctx: Parameters<Answerer['find']>[0], id: number) {
    const prompt = await findPromptToAsk(ctx, sealingKey, id)
    return prompt && { name: prompt.name, timeLimit, fallback: '', queueId: prompt.queueId }
  }

  async function answer(asked: Asked): Promise<Answer> {
    const { prompt, rows } = await read(asked)
    try {
      return await answerAs(asked, prompt, rows)
    } catch (err) {
      if (!(err instanceof NeedsPerson) && !(err instanceof BudgetSpent)) throw err
      const about = { companyId: asked.companyId, exchangeId: asked.exchangeId }
      log.info({ event: 'prompts.person-needed', err, ...about }, 'a model could not answer a customer')
      const text = textsIn(asked.language).callsPerson
      return { parts: [{ kind: 'text', text }], session: null, control: { kind: 'handOver', queueId: prompt.queueId } }
    }
  }

  /** As it is now: a changed prompt or key counts at once. */
  async function read(asked: Asked) {
    const { companyId, answererId, ticket, messages } = asked
    return units.read({ kind: 'bot', companyId, forUserId: null }, async (ctx) => {
      const prompt = await findPromptToAsk(ctx, sealingKey, answererId)
      if (!prompt) throw new AnswerFailed('notAllowed', 'the prompt is gone')
      const before = Math.min(...messages.map(({ id }) => id))
      const most = prompt.maxMessages
      const where = { conversationId: ticket.conversationId, ticketId: ticket.id, before, most }
      return { prompt, rows: await readHistory(ctx, where) }
    })
  }

  async function answerAs(
    asked: Asked,
    prompt: PromptToAsk,
    rows: Awaited<ReturnType<typeof readHistory>>,
  ): Promise<Answer> {
    const { companyId, ticket, contact, messages, language } = asked
    const meter = createMeter(units, { companyId, promptId: prompt.id, ticketId: ticket.id })
    const line: Line = { ask: asked.ask, signal: asked.signal, meter }
    const session = readSession(asked.session)
    const heard = await hear(messages, { models, line, key: prompt.keys.apiKey, language })
    const reply = await models.chat(line, {
      key: prompt.keys.apiKey,
      instructions: instructionsOf({ ...prompt, contactName: contact.name }),
      history: historyOf(rows, session),
      current: messages.map(({ id, text, mediaType }) => ({
        role: 'user',
        content: heard.get(id) ?? textOrPlace(text, mediaType),
      })),
      maxTokens: prompt.maxTokens,
      temperature: prompt.temperature,
    })
    const { text, handsOver } = withoutMarker(reply.slice(0, mostRead))
    const keysOfPrompt = Object.values(prompt.keys)
    if (reveals(text, { prompt: prompt.prompt, keys: keysOfPrompt })) throw new NeedsPerson('the answer tells a secret')
    if (text === '' && !handsOver) throw new NeedsPerson('the answer is empty')
    const said = (text || textsIn(language).callsPerson).slice(0, longestAnswer).toWellFormed()
    const part = await spoken(line, prompt, said)
    const remembered: Session = { heard: [...session.heard, ...heard], said: [...session.said] }
    if (part.kind !== 'text') remembered.said.push([messages.at(-1)?.id ?? 0, said])
    return {
      parts: [part],
      session: sessionOf(remembered),
      ...(handsOver && { control: { kind: 'handOver', queueId: prompt.queueId } as const }),
    }
  }

  /** As a voice note if the prompt has a voice, and it works; otherwise as text. */
  async function spoken(line: Line, { voice, voiceRegion, keys: { voiceKey } }: PromptToAsk, text: string) {
    const asText: AnswerPart = { kind: 'text', text }
    if (!isVoice(voice)) return asText
    try {
      const bytes = await models.speak(line, { key: voiceKey, region: voiceRegion, voice, text })
      const note: AnswerPart = {
        kind: 'bytes',
        bytes,
        mime: 'audio/ogg',
        name: 'resposta.ogg',
        caption: '',
        otherwise: text,
      }
      return note
    } catch (err) {
      const isExpected = err instanceof AnswerFailed || err instanceof OutsideFailed || err instanceof BudgetSpent
      if (!isExpected) throw err
      log.info({ event: 'prompts.voice-failed', err }, 'a voice did not read out an answer, which goes out as text')
      return asText
    }
  }
}
