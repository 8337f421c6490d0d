import { readPreferences, readTemplateNews } from '@guiche/meta'
import { applyTemplateNews, askForTemplates } from '#modules/message-templates'
import { hearPreference } from '#modules/opt-outs'
import type { Hearer } from './hear-changes.ts'

const hearNews: Hearer = async (ctx, { connectionId, accountId }, { field, value }) => {
  const news = readTemplateNews(accountId, field, value)
  if (news) await applyTemplateNews(ctx, connectionId, news)
}

/** It names the new parts in a form of its own, so all is read again. */
const hearComponents: Hearer = (ctx, { connectionId }) => askForTemplates(ctx, connectionId)

/** People stop marketing messages in WhatsApp itself, for which Meta takes templates alone. */
const hearPreferences: Hearer = async (ctx, { userScope }, { value }) => {
  for (const { person, wantsMarketing } of readPreferences(value, userScope))
    await hearPreference(ctx, person, !wantsMarketing)
}

/** What Meta decides about message templates, and what people want of them. */
export const templateHearers = {
  message_template_status_update: hearNews,
  message_template_quality_update: hearNews,
  template_category_update: hearNews,
  message_template_components_update: hearComponents,
  user_preferences: hearPreferences,
} satisfies Record<string, Hearer>
