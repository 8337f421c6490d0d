import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../lib/api-error.ts'
import { Failure } from '../../ui/states/failure.tsx'
import { TableSkeletons } from '../../ui/states/skeletons.tsx'
import { mailServerQuery } from './mail-server.api.ts'
import { MailServerForm } from './mail-server-form.tsx'
import styles from './mail-server.module.css'
import { UnsentMails } from './unsent-mails.tsx'

/** For the operator: the server that sends the e-mails of the installation, and what it did not send. */
export function MailServer() {
  const { t } = useTranslation()
  const server = useQuery(mailServerQuery)

  if (server.isPending) return <TableSkeletons rows={5} label={t('ui.loading')} />
  if (server.isError) {
    return (
      <Failure cause={causeOf(server.error)} onRetry={() => void server.refetch()} isRetrying={server.isFetching} />
    )
  }
  const { unsent, ...kept } = server.data
  return (
    <div className={styles.page}>
      <p className={styles.lead}>{t('mail-server.lead')}</p>
      {/* A form keeps what was typed; after the server is removed it starts anew. */}
      <MailServerForm key={kept.source} kept={kept} />
      {unsent.length > 0 && <UnsentMails mails={unsent} />}
    </div>
  )
}
