import { z } from 'zod'
import type { OutsideAnswer } from '#platform/outside/outside'
import type { Answer, Asked } from '#modules/exchanges'
import type { Integration } from '#modules/queue-integrations'
import { textsIn } from '#texts'
import { assertSuccess } from './assert-status.ts'
import { Choices, chosenIn } from './choices.ts'
import { tappedIn, textOf } from './texts-of.ts'
import { readResult } from './read-dialogflow-result.ts'
import { soundFor } from './dialogflow/sound.ts'
import type { GoogleTokens } from './dialogflow/tokens.ts'

const Session = z.object({ choices: Choices.nullable() })

interface Wiring {
  /** Instead of Google's own address, which has the region in its name. */
  url: string | undefined
  tokens: GoogleTokens
}

/** Of a text. */
const mostCharacters = 256

export async function answerByDialogflow(
  { row, secrets }: Integration,
  asked: Asked,
  { url, tokens }: Wiring,
): Promise<Answer> {
  // The choice that has led here is no question for the agent.
  if (asked.isEntry) return { parts: [], session: null }
  const { data: session } = Session.safeParse(asked.session)
  const query = await queryOf(asked, session?.choices ?? null, row.language)
  const silent = [
    { kind: 'text' as const, text: `*${row.name}:* ${textsIn(asked.language).integration.notUnderstood}` },
  ]
  if (!query) return { parts: silent, session: null }

  const answer = await detect()
  assertSuccess(answer)
  const button = textsIn(asked.language).bot.choose
  const { parts, choices, reaction, isOver } = readResult(answer.json(), row.name, button)
  return {
    parts: parts.length > 0 ? parts : silent,
    session: choices && { choices },
    ...(reaction !== undefined && { reaction }),
    ...(isOver && { control: { kind: 'stopBot' as const } }),
  }

  /** A token that was taken back is replaced once. */
  async function detect(): Promise<OutsideAnswer> {
    const first = await call()
    if (first.status !== 401) return first
    tokens.forget(secrets.serviceAccount)
    return call()
  }

  async function call(): Promise<OutsideAnswer> {
    const token = await tokens.of(secrets.serviceAccount, asked)
    return asked.ask(addressOf(), { headers: { authorization: `Bearer ${token}` }, json: query })
  }

  function addressOf(): string {
    const { location, project_name: project } = row
    const host = url ?? `https://${location ? `${location}-` : ''}dialogflow.googleapis.com`
    const place = location ? `locations/${location}/` : ''
    return `${host}/v2/projects/${encodeURIComponent(project)}/${place}agent/sessions/${asked.ticket.uuid}:detectIntent`
  }
}

/** Undefined: there is nothing that Dialogflow could understand. */
async function queryOf(asked: Asked, choices: Choices | null, languageCode: string): Promise<object | undefined> {
  const queryParams = { timeZone: asked.timeZone }
  const newest = asked.messages.at(-1)
  if (newest?.file?.mime.startsWith('audio/') && newest.text.trim() === '') {
    const sound = await soundFor(newest.file)
    if (!sound) return undefined
    const audioConfig = { ...sound.config, languageCode }
    return { queryInput: { audioConfig }, inputAudio: sound.bytes.toString('base64'), queryParams }
  }
  const text = Array.from(chosenIn(choices, textOf(asked), tappedIn(asked)))
    .slice(0, mostCharacters)
    .join('')
    .trim()
  return text === '' ? undefined : { queryInput: { text: { text, languageCode } }, queryParams }
}
