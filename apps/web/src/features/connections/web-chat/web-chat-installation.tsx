import { Anchor, Code } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../../ui/fields/copy-text.tsx'
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
        <CopyText size="xs" value={tag} hasFocus={isNew} />
      </div>
      <p className={styles.lead}>{t('connections.install.page')}</p>
      <Anchor className={styles.link} href={chatPage(token)} target="_blank" rel="noopener">
        {chatPage(token)}
        <IconExternalLink size={15} stroke={1.8} aria-label={t('connections.install.newTab')} />
      </Anchor>
    </>
  )
}
