import type { ContactView, OptOutView } from '@guiche/contract'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBellOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { usePlanHas } from '../../lib/plan.ts'
import { Section } from '../../ui/page/section.tsx'
import { OptOutDialog } from './opt-out-dialog.tsx'
import styles from './opt-outs.module.css'
import { optOutOf, useLiveOptOut } from './opt-outs.api.ts'
import { useCause } from './use-cause.ts'

/** Of a contact: whether they get campaigns, and if not, since when and why. */
export function CampaignChoice({ contact }: { contact: ContactView }) {
  const { t } = useTranslation()
  const planHas = usePlanHas()
  useLiveOptOut(contact.id)
  const choice = useQuery(optOutOf(contact.id))
  const [isChanging, setIsChanging] = useState(false)
  const sends = planHas('useCampaigns') || planHas('useExternalApi')
  if (contact.isGroup) return null
  if (!sends && !choice.data?.isOptedOut) return null
  if (choice.data && !choice.data.hasNumber && !choice.data.isOptedOut) return null

  return (
    <Section
      title={t('opt-outs.title')}
      {...(choice.data && { action: t('opt-outs.change'), onAction: () => setIsChanging(true) })}
    >
      {choice.isPending && <Skeleton height={20} aria-label={t('ui.loading')} />}
      {choice.isError && !choice.data && (
        <p className={styles.line} role="alert">
          {t('opt-outs.failed')}{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => void choice.refetch()}>
            {t('ui.failure.retry')}
          </Button>
        </p>
      )}
      {choice.data && <Choice choice={choice.data} />}
      {choice.data && isChanging && (
        <OptOutDialog contact={contact} isOptedOut={choice.data.isOptedOut} onClose={() => setIsChanging(false)} />
      )}
    </Section>
  )
}

function Choice({ choice: { isOptedOut, last } }: { choice: OptOutView }) {
  const { t } = useTranslation()
  const format = useFormat()
  const causeOf = useCause()
  return (
    <>
      <p className={isOptedOut ? styles.out : styles.line}>
        {isOptedOut && <IconBellOff size={15} stroke={1.8} aria-hidden />}
        {t(isOptedOut ? 'opt-outs.out' : 'opt-outs.gets')}
      </p>
      {last && (
        <p className={styles.why}>
          <time dateTime={last.at}>
            {t(isOptedOut ? 'opt-outs.since' : 'opt-outs.again', { when: format.dateTime(last.at) })}
          </time>
          <span>{causeOf(last)}</span>
        </p>
      )}
    </>
  )
}
