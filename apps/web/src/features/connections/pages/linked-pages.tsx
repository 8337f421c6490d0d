import type { LinkedAccount } from '@guiche/contract'
import { Alert, Loader } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api-error.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ChannelMark } from '../../../ui/marks/channel-mark.tsx'
import { Status } from '../../../ui/marks/status.tsx'
import { useLinkPages } from './pages.api.ts'
import styles from './linked-pages.module.css'

interface Props {
  /** Undefined: somebody has closed the window or said no. */
  login: { code: string; state: string } | undefined
  onClose: () => void
}

/** After a login at the network: connects its pages, and says of each what became of it. */
export function LinkedPages({ login, onClose }: Props) {
  const { t } = useTranslation()
  const { mutate, data, error, isPending } = useLinkPages()
  const isBegun = useRef(false)
  useEffect(() => {
    // A code can be used once, and an effect may run twice.
    if (!login || isBegun.current) return
    isBegun.current = true
    mutate(login)
  }, [login, mutate])
  return (
    <Dialog title={t('connections.pages.title')} onClose={onClose} size={520}>
      {!login && <Alert color="yellow">{t('connections.pages.refused')}</Alert>}
      {isPending && (
        <p className={styles.waiting} role="status">
          <Loader size={16} /> {t('connections.pages.linking')}
        </p>
      )}
      {error && <Alert color="red">{reasonOf(t, error instanceof ApiError ? error.code : 'ERR_INTERNAL')}</Alert>}
      {data && (
        <ul className={styles.list} aria-label={t('connections.pages.results')}>
          {data.accounts.map((account) => (
            <Account key={`${account.channel} ${account.name} ${account.whatsappId}`} account={account} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Account({ account: { name, channel, outcome, reason } }: { account: LinkedAccount }) {
  const { t } = useTranslation()
  return (
    <li className={styles.account}>
      <ChannelMark channel={channel} size={24} />
      <div className={styles.what}>
        <b>{name}</b>
        <Status tone={outcome === 'refused' ? 'bad' : 'good'}>{t(`connections.pages.outcomes.${outcome}`)}</Status>
        {reason && <small className={styles.reason}>{reasonOf(t, reason)}</small>}
      </div>
    </li>
  )
}

const reasonOf = (t: ReturnType<typeof useTranslation>['t'], code: string): string => t(`errors.${code}`)
