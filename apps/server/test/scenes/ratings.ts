import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type Desk, createDesk } from '../desk.ts'
import { said, someNumber } from '../inbound.ts'
import type { TestConnection } from '#test/world'

export const request = 'De 1 a 5, que nota você dá ao atendimento, {{firstName}}?'
export const asked = 'De 1 a 5, que nota você dá ao atendimento, Mariana?'
export const farewell = 'Até logo!'
export const invalid = 'Opção inválida, tente novamente.'
export const why = 'O que motivou sua nota?'
/** The settings of a connection that asks for the reason too. */
export const askingWhy = { ratingCommentMessage: why }

export interface Talk {
  id: number
  connection: TestConnection
  number: string
  /** What the customer writes. */
  say: (...bodies: string[]) => Promise<void>
}

/** A company that asks its customers for ratings, for the tests of a file. */
export function ratingsOfFile() {
  let desk: Desk
  beforeAll(async () => {
    desk = await createDesk()
    desk.world.network.answer(() => ({ status: 'sent' }))
  })
  beforeEach(() => desk.company.setting('userRating', 'enabled'))
  afterAll(() => desk.world.close())

  async function openTalk(settings: object = {}, reopenMinutes = 0): Promise<Talk> {
    const connection = await desk.company.connection({
      queues: [desk.queue],
      settings: { ratingMessage: request, complationMessage: farewell, ...settings },
      reopenMinutes,
    })
    const number = someNumber()
    const id = await desk.openTicket(connection, number)
    return {
      id,
      connection,
      number,
      say: (...bodies) => connection.receive(...bodies.map((body) => said(number, body))),
    }
  }

  const close = (id: number, more: object = {}) => desk.attendant.put(`/tickets/${id}`, { status: 'closed', ...more })

  async function askedTalk(settings: object = {}, reopenMinutes = 0): Promise<Talk> {
    const talk = await openTalk(settings, reopenMinutes)
    expect((await close(talk.id)).body).toMatchObject({ status: 'nps' })
    return talk
  }

  /** A closing that comes later than a second click or a repeated call. */
  const letMinutesPass = (id: number) =>
    desk.company.sql("update ticket_turns set closed_at = now() - interval '2 minutes' where ticket_id = $1", [id])

  const ticketOf = async (id: number) => (await desk.attendant.get(`/tickets/${id}`)).body
  const bodiesOf = async (id: number): Promise<string[]> =>
    (await desk.company.sql('select body from messages where ticket_id = $1 order by id', [id])).map(({ body }) => body)
  const attendancesOf = (id: number) =>
    desk.company.sql(
      `select user_id::int, rating, rated_at is not null as is_rated, closed_at is not null as is_over, finished_at is not null as is_finished
       from ticket_turns where ticket_id = $1 order by id`,
      [id],
    )
  const logOf = async (id: number): Promise<string[]> =>
    (
      await desk.company.sql(
        `select kind from ticket_log where ticket_id = $1 and kind not in ('access', 'create', 'open', 'moved', 'rated') order by id`,
        [id],
      )
    ).map(({ kind }) => kind)

  const commentOf = async (id: number) =>
    (
      await desk.company.sql('select rating, rating_comment from ticket_turns where ticket_id = $1 order by id', [id])
    )[0]

  /** What has been set for the ticket is due: it was touched so long ago. */
  const letPass = async (id: number, interval: string) => {
    await desk.company.sql('update tickets set updated_at = now() - $2::interval where id = $1', [id, interval])
    await desk.company.sql('update ticket_timers set due_at = due_at - $2::interval where ticket_id = $1', [
      id,
      interval,
    ])
  }
  const timersOf = async (id: number) =>
    desk.company.sql(
      `select kind, round(extract(epoch from due_at - t.updated_at) / 60)::int as minutes
       from ticket_timers x join tickets t on t.company_id = x.company_id and t.id = x.ticket_id where t.id = $1`,
      [id],
    )

  const askToClose = (id: number, body: object) =>
    desk.attendant.post(`/pending-changes/tickets/${id}`, { kind: 'close', ...body })
  const letUndoPass = (id: number) =>
    desk.company.sql("update pending_changes set due_at = now() - interval '1 second' where ticket_id = $1", [id])

  return {
    /** For `beforeAll`. */
    get started() {
      return { desk, company: desk.company, ana: desk.attendant }
    },
    openTalk,
    close,
    askedTalk,
    letMinutesPass,
    ticketOf,
    bodiesOf,
    attendancesOf,
    logOf,
    commentOf,
    letPass,
    timersOf,
    askToClose,
    letUndoPass,
  }
}
