import { type ChannelFacts, shownBy } from '@guiche/channel'
import type { BotPlace, SimulatedLog, SimulatedMessage, SimulatedStep } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { isoTime } from '#platform/iso-time'
import type { BotOption, BotState } from '#modules/bot'
import { type MediaLinks, mediaTypeOf } from '#modules/media'
import type { Staged } from './read-scene.ts'
import { type FileRow, type People, findFiles } from './simulator.repository.ts'
import type { HeardAt, LogLine, Posted } from './talk.ts'

interface Heard {
  staged: Staged
  heard: readonly HeardAt[]
  links: MediaLinks
  /** Of the channel on which the customer writes. */
  facts: ChannelFacts
}

export async function presentSteps(ctx: Ctx, { staged, heard, links, facts }: Heard): Promise<SimulatedStep[]> {
  const present = await presenterOf(
    ctx,
    heard.flatMap(({ posted }) => posted),
    links,
  )
  const { names } = staged
  return heard.map(({ at, posted, log, asked, talk: { state } }) => ({
    at: isoTime(at),
    said: posted.map((message) => ({ ...present(message), quotes: message.quotes, ...tappable(message, facts) })),
    log: log.map((line) => presentLog(line, names)),
    status: state.status,
    queue: byId(names.queues, state.queueId),
    user: byId(names.users, state.userId),
    place: placeOf(state, staged),
    asked,
  }))
}

/** Where there is something to tap, the text is that above it. */
function tappable(
  { menu }: Posted,
  facts: ChannelFacts,
): Partial<SimulatedMessage> & Pick<SimulatedMessage, 'choices'> {
  const shown = menu && shownBy(facts, menu)
  return shown ? { text: shown.body, choices: shown.choices } : { choices: null }
}

type Shown = Omit<SimulatedMessage, 'quotes' | 'choices'>

/** Reads the files of the messages once. */
export async function presenterOf(
  ctx: Ctx,
  messages: readonly Pick<Posted, 'fileId'>[],
  links: MediaLinks,
): Promise<(message: Pick<Posted, 'text' | 'fileId'>) => Shown> {
  const files = await findFiles(
    ctx,
    messages.flatMap(({ fileId }) => fileId ?? []),
  )
  const fileOf = (id: number | null): Shown['file'] => {
    const file = id === null ? undefined : files.get(id)
    return file ? presentFile(ctx, file, links) : null
  }
  return ({ text, fileId }) => ({ text, file: fileOf(fileId) })
}

/** Files of lists have addresses of their own; others are shown by their name. */
const presentFile = ({ companyId }: Ctx, file: FileRow, links: MediaLinks): Shown['file'] => ({
  name: file.original_name,
  mediaType: mediaTypeOf(file.mime),
  url: file.is_listed ? links.fileList(companyId, file.storage_key) : null,
})

export const presentLog = ({ type, userId, queueId, decision }: LogLine, { users, queues }: People): SimulatedLog => ({
  type,
  user: byId(users, userId),
  queue: byId(queues, queueId),
  decision,
})

const byId = <T extends { id: number }>(things: readonly T[], id: number | null): T | null =>
  things.find((thing) => thing.id === id) ?? null

function placeOf({ status, queueId, memory: { place } }: BotState, { queue }: Staged): BotPlace {
  if (status === 'lgpd') return { at: 'consent', path: [] }
  if (status === 'closed' || place === 'done') return { at: 'done', path: [] }
  if (place === null) return { at: 'start', path: [] }
  if (queueId === null) return { at: 'queues', path: [] }
  const path = queueId === queue.id && place.optionId !== null ? pathTo(queue.options, place.optionId) : []
  return { at: 'menu', path: path ?? [] }
}

/** Undefined: the option is not among these or below them. */
function pathTo(options: readonly BotOption[], id: number): number[] | undefined {
  for (const [index, option] of options.entries()) {
    if (option.id === id) return [index]
    const below = pathTo(option.options, id)
    if (below) return [index, ...below]
  }
  return undefined
}
