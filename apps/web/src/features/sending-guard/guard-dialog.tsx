import type { NumberGuardView } from '@guiche/contract'
import { Alert, Progress } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changesOf } from '../../lib/cache/changes.ts'
import { checkedOnBlur } from '../../lib/form-rules.ts'
import { useFormat } from '../../lib/format.ts'
import { isPaused } from '../../lib/number-holds.ts'
import { isAdmin, useMe } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SaveDialog } from '../../ui/dialogs/save-dialog.tsx'
import { type Tone, Status } from '../../ui/marks/status.tsx'
import { GuardFields } from './guard-fields.tsx'
import { type GuardValues, guardRules, valuesOf } from './guard-values.ts'
import { ResumeNumbers } from './resume-numbers.tsx'
import { useSaveGuard } from './sending-guard.api.ts'
import styles from './sending-guard.module.css'

interface Props {
  guard: NumberGuardView
  onClose: () => void
}

/**
 * What a number has sent today to people with whom no talk went on, what holds it now, and what it may send. Admins change
 * that; supervisors read it.
 */
export function GuardDialog(props: Props) {
  return isAdmin(useMe()) ? <EditedGuard {...props} /> : <ShownGuard {...props} />
}

function ShownGuard({ guard, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('sending-guard.title', { name: guard.name })} onClose={onClose}>
      <Today guard={guard} />
      <QuietHours guard={guard} />
      <p className={styles.hint}>{t(`sending-guard.${guard.severalCampaigns ? 'severalAtOnce' : 'oneAtOnce'}`)}</p>
    </Dialog>
  )
}

function EditedGuard({ guard, onClose }: Props) {
  const { t } = useTranslation()
  const [before] = useState(() => valuesOf(guard))
  const save = useSaveGuard(guard.whatsappId, before)
  const form = useForm<GuardValues>({ initialValues: before, validate: guardRules(guard), ...checkedOnBlur })
  const isChanged = Object.keys(changesOf(before, valuesOf(guard))).length > 0

  return (
    <SaveDialog
      title={t('sending-guard.title', { name: guard.name })}
      size={560}
      form={form}
      save={save}
      saved={t('sending-guard.saved')}
      fate={isChanged ? 'changed' : 'same'}
      onClose={onClose}
    >
      <Today guard={guard} />
      <GuardFields form={form} guard={guard} />
    </SaveDialog>
  )
}

/** How much of today's budgets is used, why they are what they are, and what holds the number now. */
function Today({ guard }: { guard: NumberGuardView }) {
  const { t } = useTranslation()
  const { strangers, known, byPeople, network } = guard
  return (
    <>
      <Hold guard={guard} />
      {network ? (
        <Network network={network} />
      ) : (
        <>
          <Budget label={t('sending-guard.strangers')} {...strangers} />
          <p className={styles.hint}>
            <Reason {...guard} />
          </p>
          <Budget label={t('sending-guard.known')} {...known} />
        </>
      )}
      <p className={styles.hint}>{t('sending-guard.byPeople', { count: byPeople })}</p>
    </>
  )
}

/** What the network says of the number: how many people its portfolio may reach in 24 hours, and how good it is. */
function Network({ network }: { network: NonNullable<NumberGuardView['network']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { tier, quality, limit, used, connections } = network
  return (
    <>
      {limit === null ? (
        <p className={styles.hint}>{t('sending-guard.network.unlimited', { used: format.number(used) })}</p>
      ) : (
        <Budget label={t('sending-guard.network.people')} used={used} today={limit} />
      )}
      <p className={styles.hint}>
        {tier === null ? t('sending-guard.network.noTier') : t('sending-guard.network.tier', { tier })}{' '}
        {t('sending-guard.network.shared', { count: connections })}
      </p>
      <p className={styles.quality}>
        {t('sending-guard.network.quality')} <Status tone={toneOf(quality)}>{qualityText(t, quality)}</Status>
      </p>
    </>
  )
}

const tones: Readonly<Record<string, Tone>> = {
  GREEN: 'good',
  UNFLAGGED: 'good',
  YELLOW: 'warn',
  RED: 'bad',
  FLAGGED: 'bad',
}

const toneOf = (quality: string | null): Tone => tones[quality ?? ''] ?? 'quiet'

const qualityText = (t: TFunction, quality: string | null) =>
  t(`sending-guard.network.qualities.${quality !== null && Object.hasOwn(tones, quality) ? quality : 'unknown'}`)

/** Why a number may write to so many strangers today. */
function Reason({ strangers: { today, chosen, most }, warmDays }: NumberGuardView): string {
  const { t } = useTranslation()
  const format = useFormat()
  const ceiling = Math.min(most, chosen ?? most)
  if (today < ceiling)
    return t('sending-guard.warmUp', { day: format.number(warmDays + 1), most: format.number(ceiling) })
  if (ceiling < most)
    return t('sending-guard.limitedByAdmin', { chosen: format.number(ceiling), most: format.number(most) })
  return t('sending-guard.limitedByInstallation', { most: format.number(most) })
}

function Hold({ guard }: { guard: NumberGuardView }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { hold, pausedAt, whatsappId } = guard
  if (!hold) return null
  const paused = isPaused(guard)
  return (
    <Alert color={paused ? 'red' : 'yellow'} title={t(`sending-guard.short.${hold.reason}`)} role="status">
      <p>{t(`sending-guard.reasons.${hold.reason}`)}</p>
      {pausedAt && <p>{t('sending-guard.since', { time: format.dateTime(pausedAt) })}</p>}
      {hold.until && <p>{t('sending-guard.until', { time: format.dateTime(hold.until) })}</p>}
      {paused && <ResumeNumbers ids={[whatsappId]} />}
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

function QuietHours({ guard: { installation, quietHours, quietSundays, quietHolidays } }: { guard: NumberGuardView }) {
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
