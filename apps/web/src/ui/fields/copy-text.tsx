import { Button, type ButtonProps, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

interface Props extends Pick<ButtonProps, 'size'> {
  value: string
  /** What is copied, for a page with several of these buttons. */
  name?: string
  hasFocus?: boolean
}

/** A button that copies a text, and says so for a moment. */
export function CopyText({ value, name, hasFocus, size }: Props) {
  const { t } = useTranslation()
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          {...(size !== undefined && { size })}
          variant="default"
          leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
          aria-label={name === undefined ? undefined : t('ui.copyOf', { name })}
          data-autofocus={hasFocus || undefined}
          onClick={copy}
        >
          <span aria-live="polite">{t(copied ? 'ui.copied' : 'ui.copy')}</span>
        </Button>
      )}
    </CopyButton>
  )
}
