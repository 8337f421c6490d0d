import type { NumberGuardView } from '@guiche/contract'
import { Alert, Button, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { isPaused } from '../../lib/number-holds.ts'
import { useResumeNumber } from './sending-guard.api.ts'
import styles from './sending-guard.module.css'

interface Props {
  guard: NumberGuardView
  /** Admins only. */
  mayResume: boolean
  onClose: () => void
}

/** What a number has sent today to people with whom no talk went on, and what holds it now. */
export function GuardDialog({ guard, mayResume, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { name, strangers, known, byPeople, warmDays } = guard
  const isWarming = strangers.today < Math.min(strangers.most, strangers.chosen ?? strangers.most)
  return (
    <Dialog title={t('sending-guard.title', { name })} onClose={onClose}>
      <Hold guard={guard} mayResume={mayResume} />
      <Budget label={t('sending-guard.strangers')} {...strangers} />
      <Budget label={t('sending-guard.known')} {...known} />
      <p className={styles.hint}>{t('sending-guard.byPeople', { count: byPeople })}</p>
      {isWarming && (
        <p className={styles.hint}>
          {t('sending-guard.warmUp', { day: format.number(warmDays + 1), most: format.number(strangers.most) })}
        </p>
      )}
      <QuietHours guard={guard} />
    </Dialog>
  )
}

function Hold({ guard, mayResume }: Pick<Props, 'guard' | 'mayResume'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const resume = useResumeNumber(guard.whatsappId)
  const { hold, pausedAt } = guard
  if (!hold) return null
  const paused = isPaused(guard)
  return (
    <Alert color={paused ? 'red' : 'yellow'} title={t(`sending-guard.short.${hold.reason}`)} role="status">
      <p>{t(`sending-guard.reasons.${hold.reason}`)}</p>
      {pausedAt && <p>{t('sending-guard.since', { time: format.dateTime(pausedAt) })}</p>}
      {hold.until && <p>{t('sending-guard.until', { time: format.dateTime(hold.until) })}</p>}
      {paused && !mayResume && <p>{t('sending-guard.forAdmins')}</p>}
      {paused && mayResume && (
        <Button
          size="compact-sm"
          mt="xs"
          loading={resume.isPending}
          onClick={() => resume.mutate(undefined, { onSuccess: () => toast.success(t('sending-guard.resumed')) })}
        >
          {t('sending-guard.resume')}
        </Button>
      )}
    </Alert>
  )
}

function Budget({ label, used, today }: { label: string; used: number; today: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const share = today === 0 ? 100 : Math.min(100, (used / today) * 100)
  return (
    <div className={styles.budget}>
      <span>{label}</span>
      <span>{t('sending-guard.usedOf', { used: format.number(used), today: format.number(today) })}</span>
      <Progress value={share} color={share === 100 ? 'yellow' : 'green'} aria-label={label} />
    </div>
  )
}

function QuietHours({ guard: { installation, quietHours, quietSundays, quietHolidays } }: Pick<Props, 'guard'>) {
  const { t } = useTranslation()
  const times = [installation.quietHours, quietHours].flatMap((hours) =>
    hours ? [t('sending-guard.hours', { from: hours.from, until: hours.until })] : [],
  )
  const all = [
    ...new Set(times),
    ...(installation.quietSundays || quietSundays ? [t('sending-guard.sundays')] : []),
    ...(installation.quietHolidays || quietHolidays ? [t('sending-guard.holidays')] : []),
  ]
  if (all.length === 0) return null
  return <p className={styles.hint}>{t('sending-guard.quiet', { times: all.join(', ') })}</p>
}
