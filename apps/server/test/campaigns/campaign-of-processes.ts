import type { Contact } from '@guiche/wa-testserver'
import { eventually } from '#test/world'
import type { PhoneCompany, PhoneProcess, PhoneProcesses } from '../processes/phone-processes.ts'
import { withoutPauses } from './campaigns.ts'

/** A person as a campaign sees them. */
export interface Recipient {
  name: string
  state: string
  reason: string | null
}

/** A campaign of a company whose processes are killed. All calls are repeated until they are answered. */
export interface ProcessCampaign {
  id: number
  /** With 204, at whichever process answers. */
  post(action: 'cancel' | 'restart'): Promise<void>
  status(): Promise<string>
  recipients(): Promise<Recipient[]>
}

/** In ms: how long anything takes while processes are killed. */
export const patience = 180_000

/** Starts a campaign to these people, by the phone of the company. The numbers of all of them are still to be checked. */
export async function startCampaignOf(
  { sql, processes }: Pick<PhoneProcesses, 'sql' | 'processes'>,
  { admin: { companyId, token }, connectionId }: PhoneCompany,
  people: readonly Contact[],
  { messageInterval = 0, ...more }: Record<string, unknown> = {},
): Promise<ProcessCampaign> {
  const [first] = processes
  if (!first) throw new Error('no process runs')
  const [list] = await sql(`insert into contact_lists (company_id, name) values ($1, 'Clientes') returning id::int`, [
    companyId,
  ])
  await sql(
    `insert into contact_list_items (company_id, list_id, name, number, needs_check)
     select $1, $2, x.name, x.number, true from unnest($3::text[], $4::text[]) as x (name, number)`,
    [companyId, list.id, people.map(({ name }) => name), people.map(({ number }) => number)],
  )
  await first.calls.ask('POST', '/campaign-settings', {
    token,
    body: { settings: { ...withoutPauses, messageInterval } },
  })
  const body = {
    name: 'Inverno',
    contactListId: list.id,
    whatsappId: String(connectionId),
    message1: 'Oi {nome}',
    scheduledAt: new Date().toISOString(),
    ...more,
  }
  const { id } = await first.calls.ask('POST', '/campaigns', { token, body })
  /** While the database restarts, nobody can look. */
  const patiently = (text: string) => eventually(() => sql(text, [id]), patience)
  return {
    id,
    post: (action) => eventually(() => tryAll(processes, `/campaigns/${id}/${action}`, token), patience),
    status: async () => (await patiently('select status from campaigns where id = $1'))[0]?.['status'],
    recipients: () =>
      patiently('select name, state, reason from campaign_recipients where campaign_id = $1 order by id'),
  }
}

async function tryAll(processes: readonly PhoneProcess[], path: string, token: string): Promise<void> {
  const answers: number[] = []
  for (const { url } of processes) {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(url + path, { method: 'POST', headers }).catch(() => undefined)
    if (answer?.status === 204) return
    answers.push(answer?.status ?? 0)
  }
  throw new Error(`${path} was answered with ${answers.join()}`)
}
