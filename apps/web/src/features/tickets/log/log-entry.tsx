import type { TicketLogView } from '@guiche/contract'
import { useFormat } from '../../../lib/format.ts'
import { LogIcon } from './log-icon.tsx'
import { useLogText } from '../../../lib/text/log-text.ts'

/** A ticket log entry between messages. */
export function LogEntry({ log, receiver }: { log: TicketLogView; receiver: TicketLogView | undefined }) {
  const format = useFormat()
  const text = useLogText()
  return (
    <>
      <LogIcon type={log.type} />
      <span>
        {text(log, receiver)} · <time dateTime={log.createdAt}>{format.time(log.createdAt)}</time>
      </span>
    </>
  )
}
