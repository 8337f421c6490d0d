import type { StoredChannel } from '@guiche/channel'
import type { ScheduleEntry } from '@guiche/contract'
import { hasFeature, isServed } from '#modules/companies'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { sql } from '#platform/database/sql'
import { createRecent } from '#platform/recent'
import { readConnectionSettings } from '#modules/connections'
import { type Holidays, readHolidays, readSettings } from '#modules/settings'
import type { BotConfiguration, BotFileList, BotQueue, Services } from './decide/turn.ts'
import { type FlatOption, optionTree } from './option-tree.ts'

/** Whether the bot may say anything. */
export interface Service {
  /** The company has paid and is not switched off. */
  isServed: boolean
  /** When it was blocked last, this is the end of that. */
  unblockedAt: Date | null
}

/** The configuration of a company's bot, for each of its connections. */
interface CompanyBot {
  service: Service
  company: Omit<BotConfiguration['company'], 'settings'>
  connections: ReadonlyMap<number, BotConfiguration['connection']>
  queues: readonly BotQueue[]
  fileLists: readonly BotFileList[]
  userIds: readonly number[]
}

const recent = createRecent<CompanyBot>({ max: 1000 })

/** Undefined: there is no such connection. */
export async function readConfiguration(
  ctx: Ctx,
  connectionId: number,
): Promise<(BotConfiguration & { service: Service }) | undefined> {
  const remembered = recent.find(ctx)
  const found = remembered?.connections.has(connectionId) ? remembered : await readAnew(ctx)
  const connection = found?.connections.get(connectionId)
  return found && connection && { ...(await withConnection(ctx, found, connection)), service: found.service }
}

/** The same for a connection of the channel that is as new ones are, and has no queues. */
export async function readWithoutConnection(ctx: Ctx, channel: StoredChannel): Promise<BotConfiguration> {
  const found = await readAnew(ctx)
  if (!found) throw new Error('the company does not exist')
  return withConnection(ctx, found, {
    settings: readConnectionSettings(channel, {}),
    greetingFileId: null,
    hours: [],
    queueIds: [],
    integrationId: null,
    promptId: null,
  })
}

async function withConnection(
  ctx: Ctx,
  { company, queues, fileLists, userIds }: CompanyBot,
  connection: BotConfiguration['connection'],
): Promise<BotConfiguration> {
  const settings = await readSettings(ctx)
  const holidays = { ...company.holidays, hasNational: settings.nationalHolidays === 'enabled' }
  return { company: { ...company, holidays, settings }, connection, queues, fileLists, userIds }
}

/** Another unit of work of this process uses the new configuration as soon as it is committed. */
export function forgetChanged({ followers }: Deps): void {
  const forget = async (ctx: Ctx) => ctx.afterCommit(() => recent.forget(ctx))
  for (const kind of [
    'queue.saved',
    'queue.deleted',
    'connection.created',
    'connection.saved',
    'option.saved',
    'option.deleted',
    'fileList.saved',
    'fileList.deleted',
    'holidays.saved',
    'company.saved',
    'user.saved',
    'user.deleted',
  ] as const)
    followers.within(kind, forget)
}

async function readAnew(ctx: Ctx): Promise<CompanyBot | undefined> {
  return recent.read(ctx, async () => {
    const [{ rows }, holidays] = await Promise.all([findCompany(ctx), readHolidays(ctx)])
    return rows[0] && companyBotOf(rows[0], holidays)
  })
}

const findCompany = (ctx: Ctx) =>
  sql<CompanyRow>`
    select o.timezone, o.language, o.opening_hours,
      (select ${isServed} from companies c where c.id = o.id) as is_served, o.unblocked_at,
      (select ${hasFeature('useIntegration')} from plans p where p.id = o.plan_id) as has_integrations,
      (select ${hasFeature('useOpenAi')} from plans p where p.id = o.plan_id) as has_prompts,
      (select coalesce(json_agg(json_build_object(
         'id', q.id, 'name', q.name, 'greeting', q.greeting_message, 'outOfHoursMessage', q.out_of_hours_message, 'hours', q.opening_hours,
         'closesTicket', q.closes_ticket, 'rotates', q.rotates, 'fileListId', q.file_list_id,
         'integrationId', q.integration_id, 'promptId', q.prompt_id,
         'members', (select coalesce(json_agg(json_build_object(
                       'id', u.id, 'isHere', coalesce(u.last_seen_at > now() - interval '2 minutes', false)) order by u.id), '[]')
                     from user_queues m join users u on u.company_id = m.company_id and u.id = m.user_id and u.archived_at is null
                     where m.company_id = q.company_id and m.queue_id = q.id)) order by q.position, fold(q.name)), '[]')
       from queues q where q.company_id = o.id and q.archived_at is null) as queues,
      (select coalesce(json_agg(json_build_object(
         'id', n.id, 'channel', n.channel, 'settings', n.settings, 'hours', n.opening_hours, 'greetingFileId', n.greeting_file_id,
         'integrationId', n.integration_id, 'promptId', n.prompt_id,
         'queueIds', (select coalesce(json_agg(c.queue_id), '[]') from connection_queues c where c.company_id = n.company_id and c.connection_id = n.id))), '[]')
       from connections n where n.company_id = o.id and n.archived_at is null) as connections,
      (select coalesce(json_agg(json_build_object(
         'id', c.id, 'ofQueue', c.queue_id, 'parentId', c.parent_id, 'name', c.name, 'message', c.greeting_message, 'kind', c.kind,
         'queueId', c.target_queue_id, 'userId', c.target_user_id, 'fileListId', c.target_file_list_id, 'integrationId', c.target_integration_id,
         'closesTicket', c.closes_ticket) order by c.position, c.id), '[]')
       from chatbot_options c where c.company_id = o.id) as options,
      (select coalesce(json_agg(json_build_object(
         'id', l.id, 'message', l.message,
         'files', (select coalesce(json_agg(json_build_object('fileId', f.file_id, 'name', f.name) order by f.position), '[]')
                   from file_list_options f where f.company_id = l.company_id and f.list_id = l.id and f.file_id is not null))), '[]')
       from file_lists l where l.company_id = o.id) as file_lists,
      (select coalesce(json_agg(u.id), '[]') from users u where u.company_id = o.id and u.archived_at is null) as user_ids
    from companies o where o.id = ${ctx.companyId}`.execute(ctx.db)

interface OptionRow extends FlatOption {
  ofQueue: number
}

interface CompanyRow {
  timezone: string
  language: string
  opening_hours: ScheduleEntry[]
  is_served: boolean | null
  has_integrations: boolean | null
  has_prompts: boolean | null
  unblocked_at: Date | null
  /** In their order. */
  queues: (Omit<BotQueue, 'memberIds' | 'options'> & { members: { id: number; isHere: boolean }[] })[]
  connections: {
    id: number
    channel: StoredChannel
    settings: unknown
    greetingFileId: number | null
    integrationId: number | null
    promptId: number | null
    hours: ScheduleEntry[]
    queueIds: number[]
  }[]
  /** In the order of their menus. */
  options: OptionRow[]
  file_lists: BotFileList[]
  user_ids: number[]
}

function companyBotOf(
  { timezone, language, opening_hours, queues, connections, options, file_lists, user_ids, ...row }: CompanyRow,
  holidays: Holidays,
): CompanyBot {
  const inPlan = servicesIn(row)
  const optionsInPlan = row.has_integrations ? options : options.map((option) => ({ ...option, integrationId: null }))
  const menus = Map.groupBy(optionsInPlan, ({ ofQueue }) => ofQueue)
  return {
    service: { isServed: row.is_served === true, unblockedAt: row.unblocked_at },
    company: { timeZone: timezone, language, hours: opening_hours, holidays },
    queues: queues.map(({ members, ...queue }) => ({
      ...queue,
      ...inPlan(queue),
      options: optionTree(menus.get(queue.id) ?? []),
      memberIds: candidatesOf(members),
    })),
    connections: new Map(
      connections.map(({ id, channel, settings, greetingFileId, hours, queueIds, ...services }) => [
        id,
        {
          settings: readConnectionSettings(channel, settings),
          greetingFileId,
          ...inPlan(services),
          hours,
          queueIds: queues.filter((queue) => queueIds.includes(queue.id)).map((queue) => queue.id),
        },
      ]),
    ),
    fileLists: file_lists,
    userIds: user_ids,
  }
}

/** Whoever has no more of a plan keeps what was set, and customers go to people. */
const servicesIn =
  ({ has_integrations, has_prompts }: Pick<CompanyRow, 'has_integrations' | 'has_prompts'>) =>
  ({ integrationId, promptId }: Services): Services => ({
    integrationId: has_integrations ? integrationId : null,
    promptId: has_prompts ? promptId : null,
  })

/** Of the members of a queue, those who are here; everybody if nobody is. */
function candidatesOf(members: { id: number; isHere: boolean }[]): number[] {
  const here = members.filter(({ isHere }) => isHere)
  return (here.length > 0 ? here : members).map(({ id }) => id)
}
