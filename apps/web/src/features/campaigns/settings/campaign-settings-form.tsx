import type { CampaignSettings } from '@guiche/contract'
import { Alert, Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsaved } from '../../../ui/dialogs/use-unsaved.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { useSaveCampaignSettings } from '../campaign-settings.api.ts'
import { ReachFields } from '../reach/index.ts'
import { PaceFields } from './pace-fields.tsx'
import styles from './settings.module.css'
import { useNewVariable } from './use-new-variable.ts'
import { Variables } from './variables.tsx'

/** The pace of all campaigns, and what the variables of their texts stand for. */
export function CampaignSettingsForm({ kept }: { kept: CampaignSettings }) {
  const { t } = useTranslation()
  const [base, setBase] = useState(kept)
  const [settings, setSettings] = useState(kept)
  const save = useSaveCampaignSettings()
  const isDirty = differ(settings, base)
  const isOutdated = differ(kept, base)
  const variable = useNewVariable(settings.variables)
  const { question } = useUnsaved(isDirty || variable.isTyped, { asksLinks: true })

  function adopt() {
    setBase(kept)
    setSettings(kept)
  }
  // What somebody else saves is shown at once, but not in place of an edit.
  if (isOutdated && (!isDirty || !differ(kept, settings))) adopt()

  function submit(event: FormEvent) {
    event.preventDefault()
    // A variable that is typed and not added yet is meant to be saved too.
    const variables = variable.isTyped ? variable.take() : settings.variables
    if (!variables) return
    const wanted = { ...settings, variables }
    setSettings(wanted)
    save.mutate(wanted, { onSuccess: () => toast.success(t('campaigns.settings.saved')) })
  }

  return (
    <form className={styles.page} noValidate onSubmit={submit}>
      {isOutdated && isDirty && !save.isPending && (
        <Alert color="yellow" role="alert">
          {t('campaigns.settings.changed')}{' '}
          <Button size="compact-xs" variant="subtle" onClick={adopt}>
            {t('campaigns.settings.show')}
          </Button>
        </Alert>
      )}
      <section className={styles.section}>
        <h2>{t('campaigns.settings.pace')}</h2>
        <p>{t('campaigns.settings.paceText')}</p>
        <PaceFields value={settings} onChange={(pace) => setSettings({ ...settings, ...pace })} />
      </section>
      <section className={styles.section}>
        <h2>{t('campaigns.settings.variables')}</h2>
        <p>{t('campaigns.settings.variablesText')}</p>
        <Variables
          variables={settings.variables}
          added={variable}
          onChange={(variables) => setSettings({ ...settings, variables })}
        />
      </section>
      <section className={styles.section}>
        <h2>{t('campaign-preview.settings.title')}</h2>
        <ReachFields value={settings} onChange={(reach) => setSettings({ ...settings, ...reach })} />
      </section>
      <div>
        <Button type="submit" loading={save.isPending}>
          {t('ui.save')}
        </Button>
      </div>
      {question}
    </form>
  )
}

const differ = (one: CampaignSettings, other: CampaignSettings): boolean =>
  JSON.stringify(one) !== JSON.stringify(other)
