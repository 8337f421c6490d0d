import { Anchor, Button, Code, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from '../connection-dialog.module.css'
import { chatPage, scriptTag } from './web-chat-links.ts'

interface Props {
  token: string
  isNew: boolean
}

/** The script tag for the company's site, and the page to try the chat. */
export function WebChatInstallation({ token, isNew }: Props) {
  const { t } = useTranslation()
  const tag = scriptTag(token)

  return (
    <>
      <p className={styles.lead} role={isNew ? 'status' : undefined}>
        {t(isNew ? 'connections.install.made' : 'connections.install.text')}
      </p>
      <div className={styles.line}>
        <Code block tabIndex={0} aria-label={t('connections.install.line')}>
          {tag}
        </Code>
        <CopyButton value={tag} timeout={2000}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="default"
              leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
              data-autofocus={isNew || undefined}
              onClick={copy}
            >
              <span aria-live="polite">{t(copied ? 'connections.install.copied' : 'connections.install.copy')}</span>
            </Button>
          )}
        </CopyButton>
      </div>
      <p className={styles.lead}>{t('connections.install.page')}</p>
      <Anchor className={styles.link} href={chatPage(token)} target="_blank" rel="noopener">
        {chatPage(token)}
        <IconExternalLink size={15} stroke={1.8} aria-label={t('connections.install.newTab')} />
      </Anchor>
    </>
  )
}
