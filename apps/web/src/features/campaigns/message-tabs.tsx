import { Tabs } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownTab } from '../../ui/use-shown-tab.ts'
import { type CampaignValues, type Variant, isWritten, variants } from './campaign-values.ts'
import styles from './campaigns.module.css'
import { MessageField } from './message-field.tsx'

interface Props {
  form: UseFormReturnType<CampaignValues>
  shown: Variant
  onShow: (nth: Variant) => void
  isDisabled: boolean
  /** Chooses a template, on connections that take no texts. Undefined: they take texts. */
  template?: ((field: TemplateField, label: string) => ReactNode) | undefined
}

export type TemplateField = `template${Variant}` | `confirmationTemplate${Variant}`

/** Five variants. Each person gets one of those that say something. */
export function MessageTabs({ form, shown, onShow, isDisabled, template }: Props) {
  const { t } = useTranslation()
  const tabList = useShownTab(String(shown))
  const asks = form.values.confirmation === 'enabled'

  return (
    <Tabs
      value={String(shown)}
      keepMounted={false}
      onChange={(chosen) => onShow(variants.find((nth) => String(nth) === chosen) ?? 1)}
    >
      <Tabs.List ref={tabList} aria-label={t('campaigns.messages')}>
        {variants.map((nth) => (
          <Tabs.Tab
            key={nth}
            value={String(nth)}
            rightSection={
              isWritten(form.values, nth, template !== undefined) && (
                <IconCheck size={14} stroke={2} role="img" aria-label={t('campaigns.written')} />
              )
            }
          >
            {t('campaigns.tab', { nth })}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {variants.map((nth) => (
        <Tabs.Panel key={nth} value={String(nth)} className={styles.texts} data-asks={asks}>
          {template ? (
            template(`template${nth}`, t('campaigns.message', { nth }))
          ) : (
            <MessageField
              label={t('campaigns.message', { nth })}
              description={t('campaigns.messageHint')}
              isDisabled={isDisabled}
              {...form.getInputProps(`message${nth}`)}
              value={form.values[`message${nth}`]}
            />
          )}
          {asks && template?.(`confirmationTemplate${nth}`, t('campaigns.confirmationMessage', { nth }))}
          {asks && !template && (
            <MessageField
              label={t('campaigns.confirmationMessage', { nth })}
              description={t('campaigns.confirmationHint')}
              isDisabled={isDisabled}
              {...form.getInputProps(`confirmationMessage${nth}`)}
              value={form.values[`confirmationMessage${nth}`]}
            />
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
