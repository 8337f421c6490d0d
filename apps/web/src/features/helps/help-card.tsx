import type { HelpView } from '@guiche/contract'
import { UnstyledButton } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './helps.module.css'

/** The picture is drawn here: one of the video's host would tell it who opens this page. */
export function HelpCard({ help: { title, description }, onPlay }: { help: HelpView; onPlay: () => void }) {
  const { t } = useTranslation()
  return (
    <UnstyledButton className={styles.card} onClick={onPlay}>
      <span className={styles.tile}>
        <span className={styles.play}>
          <IconPlayerPlayFilled size={22} aria-hidden />
        </span>
      </span>
      <span className="aloud">{t('helps.watch')}</span>
      <b className={styles.name}>{title}</b>
      {description && <span className={`${styles.about} cut-lines`}>{description}</span>}
    </UnstyledButton>
  )
}
