import type { TemplateChoice } from '@guiche/contract'
import { Button, Input } from '@mantine/core'
import { IconTemplate, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../../features/campaigns/campaigns.module.css'
import { templatesOfConnection } from '../../features/message-templates/message-templates.api.ts'
import { TemplatePicker } from '../../features/message-templates/template-picker.tsx'
import { TemplatePreview } from '../../features/message-templates/template-preview.tsx'

interface Props {
  label: string
  /** All connections of a campaign have the same templates. */
  whatsappId: number
  value: TemplateChoice | null
  error: ReactNode
  isDisabled: boolean
  onChange: (choice: TemplateChoice | null) => void
}

/** The template of a variant, as it reads with the values that are the same for everybody. */
export function CampaignTemplate({ label, whatsappId, value, error, isDisabled, onChange }: Props) {
  const { t } = useTranslation()
  const [isPicking, setPicking] = useState(false)
  const offered = useQuery(templatesOfConnection(whatsappId))
  const template = offered.data?.find(({ id }) => id === value?.templateId)
  const isGone = value !== null && offered.data !== undefined && template?.refusal !== null
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={t('campaigns.templateHint')}
      error={error ?? (isGone && t('campaigns.templateGone'))}
      errorProps={{ role: 'alert' }}
      className={styles.template ?? ''}
    >
      {template && value && (
        <div>
          <b>
            {template.name} <small>{t(`templates.categories.${template.category}`)}</small>
          </b>
          <TemplatePreview
            parts={template}
            values={value.values}
            pictureUrl={template.header?.kind === 'image' ? template.file?.url : undefined}
          />
        </div>
      )}
      {!isDisabled && (
        <div className={styles.templateActions}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconTemplate size={15} stroke={1.7} />}
            aria-label={`${t(value === null ? 'templates.use' : 'templates.back')}: ${label}`}
            onClick={() => setPicking(true)}
          >
            {t(value === null ? 'templates.use' : 'templates.back')}
          </Button>
          {value !== null && (
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconX size={15} />}
              aria-label={`${t('templates.drop')}: ${label}`}
              onClick={() => onChange(null)}
            >
              {t('templates.drop')}
            </Button>
          )}
        </div>
      )}
      {isPicking && (
        <TemplatePicker
          offered={offered}
          action={t('templates.use')}
          variable="{nome}"
          onChosen={({ choice }) => {
            onChange(choice)
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </Input.Wrapper>
  )
}
