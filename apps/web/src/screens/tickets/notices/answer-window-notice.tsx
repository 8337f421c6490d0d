import { IconClockHour4, IconClockOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isShut, stateOfWindow } from '../../../features/tickets/answer-window.ts'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import styles from './notices.module.css'

/** In ms. From then on the time that is left is amber. */
const soon = 60 * 60_000

/** Above the composer: for how long the customer may be answered, or why not (docs/requirements/workspace.md, section 2). */
export function AnswerWindowNotice({ ticket: { answerWindow, channel } }: { ticket: ListedTicket }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  if (!answerWindow) return null
  const { until, usualUntil, templates } = answerWindow
  const state = stateOfWindow(answerWindow, now)
  const left = Date.parse(usualUntil ?? '') - now
  const isPage = channel === 'facebook' || channel === 'instagram'
  const Icon = isShut(state) ? IconClockOff : IconClockHour4
  return (
    <p className={styles.window} data-state={state} data-soon={state === 'open' && left < soon}>
      <Icon size={14} stroke={1.8} aria-hidden />
      <span>
        {isPage && t('tickets.metaNotice')} <strong role={isShut(state) ? 'status' : undefined}>{words()}</strong>
      </span>
    </p>
  )

  function words(): string {
    switch (state) {
      case 'open':
        return t(isPage ? 'tickets.window.left' : 'tickets.window.open', { left: format.countdown(left) })
      case 'late':
        return t('tickets.window.late', { until: format.dateTime(until ?? '') })
      case 'closed':
      case 'unopened':
        return t(`tickets.window.${state}.${templates ? 'templates' : 'texts'}`)
    }
  }
}
