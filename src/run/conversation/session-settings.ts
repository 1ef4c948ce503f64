import type { AcpSession } from '../../acp/session.ts'
import type { LaunchPlan } from '../../agents/launch/launch-plan.ts'
import type { PlannedOption } from '../../agents/thinking/thinking-translation.ts'
import { CapabilityNotSupportedError } from '../../capabilities/capability-not-supported-error.ts'
import type { ValidatedRun } from '../validate/validate.ts'

interface SettingsOptions {
  readonly validated: ValidatedRun
  readonly onWarning: (message: string) => void
}

/** Sets the options of a plan in a new session. @throws CapabilityNotSupportedError under `strict` for an unknown value */
export async function applySessionOptions(
  session: AcpSession,
  { sessionOptions }: LaunchPlan,
  { validated, onWarning }: SettingsOptions,
): Promise<void> {
  for (const option of sessionOptions) {
    const { value, unlessOffered } = option
    const category = option.category.replaceAll('_', '-')
    if (unlessOffered !== undefined && !session.offers(category, value)) {
      if (unlessOffered === 'warn') ignoreOption(option, { validated, onWarning })
      continue
    }
    const { modelId, modelAlias } = (category === 'model' && validated.model?.capabilities) || {}
    const names = [modelId, modelAlias].filter((other) => other !== undefined)
    await session.setOption(category, [value, ...names])
  }
}

function ignoreOption({ category, value }: PlannedOption, { validated, onWarning }: SettingsOptions): void {
  const { id: agent } = validated.definition
  const message = `${agent} does not offer ${category} ${value} in this session; the setting is ignored`
  if (!validated.options.strict) return onWarning(message)
  throw new CapabilityNotSupportedError(`configOptions.${category.replaceAll('_', '-')}`, {
    agent,
    requested: value,
    hint: 'Remove the setting, or run without strict.',
  })
}
