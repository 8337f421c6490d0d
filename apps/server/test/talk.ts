import { samples } from './files.ts'
import { type Answer, type Company, type Person, type Visitor, type World, createWorld } from '#test/world'

/** An attendant and a visitor in an open ticket, for tests of files. */
export interface Talk {
  world: World
  company: Company
  attendant: Person
  visitor: Visitor
  ticketId: number
  /** Sends a file to the ticket, by default from the attendant. */
  upload(by?: Person, fields?: Record<string, string>, data?: Buffer): Promise<Answer>
  /** Sends a file from the visitor. */
  receive(): Promise<Answer>
}

export async function createTalk(plan: { users?: number } = {}): Promise<Talk> {
  const world = await createWorld()
  const company = await world.company({ plan })
  const queue = await company.queue()
  const attendant = await company.attendant({ queues: [queue] })
  const { id: ticketId, visitor } = await company.ticket({ queues: [queue] })
  await attendant.put(`/tickets/${ticketId}`, { status: 'open', userId: attendant.id })
  const file = (data: Buffer) => ({ field: 'medias', name: 'nota.pdf', type: 'application/pdf', data })
  return {
    world,
    company,
    attendant,
    visitor,
    ticketId,
    upload: (by = attendant, fields = {}, data = samples.pdf) =>
      by.upload(`/messages/${ticketId}`, { body: 'Segue', ...fields }, [file(data)]),
    receive: () =>
      visitor.upload(`/web-chat/${visitor.token}/messages`, { id: crypto.randomUUID() }, [file(samples.pdf)]),
  }
}
