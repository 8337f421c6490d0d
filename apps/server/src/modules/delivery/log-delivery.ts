import type { SendResult } from '@guiche/channel'
import type { Log } from '#platform/process/log'
import type { OutboxEntry } from './outbox.repository.ts'
import { mostRefusals } from './retry-pauses.ts'

type Entry = Pick<OutboxEntry, 'id' | 'failures' | 'error'>

/** Logs only changes in the state of a message, not each try. */
export function logTry(log: Log, companyId: number, { id, failures, error }: Entry, result: SendResult): void {
  const about = { companyId, outbox: id, tries: failures + 1 }
  if (result.status === 'sent' && failures > 0)
    log.info({ ...about, event: 'message.sent' }, 'sent a message after earlier tries had failed')
  if (result.status === 'rejected')
    log.warn({ ...about, event: 'message.rejected', reason: result.reason }, 'the network rejected a message for good')
  if (result.status !== 'retry') return
  const { reason } = result
  if (failures + 1 >= mostRefusals(result))
    log.warn({ ...about, event: 'message.given-up', reason }, 'gave up a message after its last retry')
  else if (failures === 0 || reason !== error)
    log.warn({ ...about, event: 'message.retried', reason }, 'could not send a message; will try again')
}

interface Connection {
  companyId: number
  connectionId: number
}

/** Logs once for a connection that is offline, not for each of its messages. */
export function logConnection(log: Log, about: Connection, change: 'held' | 'released'): void {
  if (change === 'held')
    log.warn(
      { ...about, event: 'connection.held' },
      'a connection is offline; its messages wait and will be tried again',
    )
  else log.info({ ...about, event: 'connection.released' }, 'a connection is online again; sending its messages')
}
