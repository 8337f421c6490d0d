import { Button, FileButton, Input } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { base64Of, mostBytes } from './certificate-file.ts'
import styles from './payment-settings.module.css'

interface Props {
  /** The mask of what is stored; empty: nothing is. */
  stored: string
  error?: ReactNode
  onChoose: (base64: string) => void
  onRefuse: (reason: string) => void
}

/** The file with the account's certificate, which is stored with the other settings and never shown. */
export function CertificateField({ stored, error, onChoose, onRefuse }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [name, setName] = useState<string>()

  async function choose(file: File | null) {
    if (!file) return
    if (file.size > mostBytes)
      return onRefuse(t('billing.settings.certificateTooLarge', { size: format.fileSize(mostBytes) }))
    onChoose(await base64Of(file))
    setName(file.name)
  }

  return (
    <Input.Wrapper
      size="sm"
      label={t('billing.settings.efiCertificate')}
      labelElement="div"
      description={t('billing.settings.efiCertificateHint')}
      error={error}
      errorProps={{ role: 'alert' }}
    >
      <div className={`${styles.file} ${styles.button}`}>
        <FileButton accept=".p12,.pfx,.pem" onChange={(file) => void choose(file)}>
          {(button) => (
            <Button size="xs" variant="default" leftSection={<IconCertificate size={15} stroke={1.7} />} {...button}>
              {t('billing.settings.chooseCertificate')}
            </Button>
          )}
        </FileButton>
        <span className="cut">
          {name ?? t(stored === '' ? 'billing.settings.noCertificate' : 'billing.settings.certificateStored')}
        </span>
      </div>
    </Input.Wrapper>
  )
}
