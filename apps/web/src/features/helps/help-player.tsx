import { type HelpView, videoHost } from '@guiche/contract'
import { Anchor, Button, Loader } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import styles from './helps.module.css'
import { useFocusAfterClick } from './use-focus-after-click.ts'
import { usePlayer } from './use-player.ts'

/** Nothing is asked of the video's host before this dialog is opened. */
export function HelpPlayer({ help, onClose }: { help: HelpView; onClose: () => void }) {
  const { t } = useTranslation()
  const [attempt, setAttempt] = useState(1)
  return (
    <Dialog title={help.title} size={880} onClose={onClose}>
      <Video key={attempt} help={help} onRetry={() => setAttempt(attempt + 1)} />
      {help.description && <p className={styles.text}>{help.description}</p>}
      <p className={styles.outside}>
        <Anchor href={help.link} target="_blank" rel="noopener noreferrer">
          {t('helps.openOutside')}
        </Anchor>
      </p>
    </Dialog>
  )
}

function Video({ help: { title, video }, onRetry }: { help: HelpView; onRetry: () => void }) {
  const { t, i18n } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const { frame, state } = usePlayer()
  useFocusAfterClick(frame, box)
  const options = new URLSearchParams({
    autoplay: '1',
    enablejsapi: '1',
    rel: '0',
    hl: i18n.language,
    origin: location.origin,
  })
  return (
    <div ref={box} className={styles.video} data-state={state} tabIndex={-1}>
      <iframe
        ref={frame}
        title={title}
        // The dialog keeps the focus inside, and knows a frame only by this.
        tabIndex={0}
        src={`${videoHost}/embed/${video}?${options}`}
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
        // The host plays nothing for pages that do not say who they are.
        referrerPolicy="strict-origin-when-cross-origin"
      />
      {state === 'loading' && (
        <p className={styles.over} role="status">
          <Loader size="sm" /> {t('helps.loading')}
        </p>
      )}
      {state === 'failed' && (
        <div className={styles.over} role="alert">
          <IconCloudOff size={32} stroke={1.3} aria-hidden />
          <b>{t('helps.unreachable')}</b>
          <p>{t('helps.unreachableText')}</p>
          <Button variant="default" size="xs" onClick={onRetry}>
            {t('ui.failure.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
