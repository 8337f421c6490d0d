import { type ConnectionView, importStatuses } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCloseImported, usePhoneSession } from '../../features/connections/connections.api.ts'
import { isOfficial } from '../../lib/sending/whatsapp-way.ts'
import { PairingMove } from '../../features/connections/moves/index.ts'
import { usePageLogin } from '../../features/connections/pages/index.ts'
import { chatPage } from '../../features/connections/web-chat/index.ts'
import { isAdmin, useMe } from '../../lib/session.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import styles from './connections-screen.module.css'

interface Props {
  connection: ConnectionView
  onShowCode: (connection: ConnectionView) => void
  onShowAccess: (connection: ConnectionView) => void
  onMove: (connection: ConnectionView) => void
}

/** Actions on the connection's session, by status (docs/requirements/back-office.md, section 4). */
export function SessionCell({ connection, onShowCode, onShowAccess, onMove }: Props) {
  if (isOfficial(connection))
    return (
      <div className={styles.session}>
        <NumberAccess connection={connection} onShowAccess={onShowAccess} />
        <PairingMove connection={connection} onMove={onMove} />
        <ImportState connection={connection} />
      </div>
    )
  if (connection.channel === 'whatsapp')
    return (
      <div className={styles.session}>
        <PhoneSession connection={connection} onShowCode={onShowCode} />
        <ImportState connection={connection} />
      </div>
    )
  if (connection.channel === 'webchat') return <ChatLink connection={connection} />
  return <PageLink connection={connection} />
}

/** A number of Meta's API has no session: its access is tested and renewed. */
function NumberAccess({ connection, onShowAccess }: Pick<Props, 'connection' | 'onShowAccess'>) {
  const { t } = useTranslation()
  const isConnected = connection.status === 'CONNECTED'
  return (
    <Button
      size="compact-sm"
      variant={isConnected ? 'default' : 'filled'}
      aria-label={t(`connections.official.${isConnected ? 'openOf' : 'againOf'}`, { name: connection.name })}
      onClick={() => onShowAccess(connection)}
    >
      {t(isConnected ? 'connections.official.open' : 'connections.official.again')}
    </Button>
  )
}

/** A page or an account is connected by a login, which is repeated when the network does not accept us any more. */
function PageLink({ connection: { channel, status } }: { connection: ConnectionView }) {
  const { t } = useTranslation()
  const login = usePageLogin()
  if (status === 'CONNECTED') return <span className={styles.quiet}>{t('connections.pages.linked')}</span>
  return (
    <Button size="compact-sm" loading={login.isPending} onClick={() => login.mutate(channel)}>
      {t('connections.pages.again')}
    </Button>
  )
}

/** A web chat has no session, only a link to its page. */
function ChatLink({ connection: { token, name } }: { connection: ConnectionView }) {
  const { t } = useTranslation()
  return (
    <Button
      component="a"
      href={chatPage(token)}
      target="_blank"
      rel="noopener"
      size="compact-sm"
      variant="default"
      rightSection={<IconExternalLink size={14} stroke={1.8} />}
      aria-label={t('connections.openChatOf', { name })}
    >
      {t('connections.openChat')}
    </Button>
  )
}

/**
 * The import of old messages: its progress, or the button to close imported tickets (docs/requirements/back-office.md,
 * section 4).
 */
function ImportState({ connection }: Pick<Props, 'connection'>) {
  const { t } = useTranslation()
  const close = useCloseImported(connection)
  const [isAsking, setIsAsking] = useState(false)
  const { statusImportMessages: status, importOldMessages, name } = connection
  if (status === importStatuses.closable)
    return (
      <>
        <Button size="compact-sm" variant="default" loading={close.isPending} onClick={() => setIsAsking(true)}>
          {t('connections.import.close')}
        </Button>
        {isAsking && (
          <ConfirmDialog
            title={t('connections.import.closeTitle')}
            action={t('connections.import.closeAction')}
            isDanger
            isBusy={close.isPending}
            onConfirm={() => close.mutate(undefined, { onSettled: () => setIsAsking(false) })}
            onClose={() => setIsAsking(false)}
          >
            <p>{t('connections.import.closeText', { name })}</p>
          </ConfirmDialog>
        )}
      </>
    )
  if (!importOldMessages || !status || status === importStatuses.running) return null
  return (
    <Button size="compact-sm" variant="default" disabled>
      {t('connections.import.preparingShort')}
    </Button>
  )
}

function PhoneSession({ connection, onShowCode }: Pick<Props, 'connection' | 'onShowCode'>) {
  const { t } = useTranslation()
  const me = useMe()
  const { start, renew, end, isPending } = usePhoneSession(connection)
  const [isEnding, setIsEnding] = useState(false)
  const { status, name } = connection

  if (status === 'qrcode') {
    if (!isAdmin(me)) return <span className={styles.quiet}>{t('connections.codeForAdmins')}</span>
    return (
      <Button size="compact-sm" onClick={() => onShowCode(connection)}>
        {t('connections.showCode')}
      </Button>
    )
  }
  if (status === 'PASSKEY')
    return (
      <Button size="compact-sm" onClick={() => onShowCode(connection)}>
        {t('connections.passkeyHelp')}
      </Button>
    )
  if (status === 'DISCONNECTED')
    return (
      <Button.Group>
        <Button size="compact-sm" loading={start.isPending} disabled={isPending} onClick={() => start.mutate()}>
          {t('connections.tryAgain')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          loading={renew.isPending}
          disabled={isPending}
          onClick={() => renew.mutate(undefined, { onSuccess: () => isAdmin(me) && onShowCode(connection) })}
        >
          {t('connections.newCode')}
        </Button>
      </Button.Group>
    )
  if (status === 'OPENING' || status === 'PENDING')
    return (
      <Button size="compact-sm" disabled>
        {t('connections.connecting')}
      </Button>
    )
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={() => setIsEnding(true)}>
        {t('connections.disconnect')}
      </Button>
      {isEnding && (
        <ConfirmDialog
          title={t('connections.disconnectTitle', { name })}
          action={t('connections.disconnect')}
          isDanger
          isBusy={end.isPending}
          onClose={() => setIsEnding(false)}
          onConfirm={() => end.mutate(undefined, { onSuccess: () => setIsEnding(false) })}
        >
          {t('connections.disconnectText')}
        </ConfirmDialog>
      )}
    </>
  )
}
