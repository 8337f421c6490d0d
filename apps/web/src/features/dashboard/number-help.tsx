import { Popover, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './dashboard.module.css'

interface Props {
  name: string
  /** What exactly is counted. */
  sentence: string
}

/** The definition of a number, behind its "?". */
export function NumberHelp({ name, sentence }: Props) {
  const { t } = useTranslation()
  return (
    <Popover width={300} position="bottom-start" withArrow>
      <Popover.Target>
        <UnstyledButton className={styles.help ?? ''} aria-label={t('dashboard.help', { name })}>
          ?
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={styles.sentence}>{sentence}</p>
      </Popover.Dropdown>
    </Popover>
  )
}
