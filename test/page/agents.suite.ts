import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPageLab, type PageLab, type Tab, type TabOptions } from '../support/page/page-lab.ts'

let lab: PageLab
beforeAll(async () => {
  lab = await createPageLab()
})
afterAll(() => lab?.remove())

const cell = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const evidence = (page: Page) => page.getByRole('complementary', { name: 'Evidence' })
const need = (page: Page) => page.getByRole('searchbox', { name: 'What do you need?' })

/** Opens the view and waits until all agents are loaded: before, cells move and change. */
async function openAgents(options: TabOptions = {}): Promise<Tab> {
  const tab = await lab.open('#agents', options)
  await tab.page.getByText('22 agents', { exact: true }).waitFor()
  return tab
}

/** The agent names in the column headers. */
async function columns(page: Page): Promise<string[]> {
  return await page.getByRole('table').getByRole('columnheader').locator('strong').allInnerTexts()
}

test('the table shows support, version and login of each agent', async () => {
  const { page, faults } = await openAgents()
  await cell(page, 'Claude Code, session.fork: yes').waitFor()
  await cell(page, 'Gemini CLI, session.fork: no').waitFor()
  await cell(page, 'Slow, session.fork: unknown').waitFor()
  const head = (name: string) =>
    page.getByRole('columnheader').filter({ has: page.getByText(name, { exact: true }) })
  expect(await head('Claude Code').innerText()).toBe(
    'Claude Code\n2.1.325\nno login found\nChat\nLog in\nProbe\nVerify',
  )
  expect(await head('Codex CLI').innerText()).toBe('Codex CLI\nnot installed\nno login found\nInstall')
  expect(
    await page.getByRole('row', { name: /^cheapest model, per million input tokens/ }).innerText(),
  ).toMatch(/\$0\.10/)
  expect(faults).toEqual([])
})

test('the actions of an agent are visible without pointing at them', async () => {
  const { page } = await lab.open('#agents')
  const chat = page.getByRole('link', { name: 'Chat with Claude Code' })
  await chat.waitFor()
  // Playwright takes an element without opacity for visible.
  const opacity = 'getComputedStyle(document.querySelector(".agent-head .actions")).opacity'
  expect(await page.evaluate(opacity)).toBe('1')
  for (const name of ['Probe Claude Code', 'Verify Claude Code']) {
    expect(await page.getByRole('button', { name }).isVisible()).toBe(true)
  }
})

test('evidence follows the pointer on hover and stays after a click', async () => {
  const { page } = await openAgents()
  const fork = cell(page, 'Sim (simulated), session.fork: yes')
  await fork.hover()
  await evidence(page).getByText('declared').waitFor()
  expect(await evidence(page).innerText()).toMatch(/^Sim \(simulated\)\s+session\.fork\s+yes\s+declared yes/)
  await page.getByRole('heading', { name: 'Agents' }).hover()
  await evidence(page).waitFor({ state: 'detached' })
  await fork.click()
  await page.getByRole('heading', { name: 'Agents' }).hover()
  await evidence(page).getByRole('button', { name: 'Close the evidence' }).click()
  // The cell under the closed panel was not hovered over.
  await evidence(page).waitFor({ state: 'detached' })
  await page.mouse.move(5, 5)
  await cell(page, 'Sim (simulated), session.list: yes').hover()
  await evidence(page).getByText('session.list').waitFor()
})

test('the keyboard reaches the search and the cells, and closes the evidence', async () => {
  const { page } = await openAgents()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
  await need(page).focus()
  await need(page).fill('session')
  await cell(page, 'Claude Code, session.additional-directories: yes').waitFor()
  const first = page.locator('button[data-row="0"][data-column="0"]')
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press('Tab')
    if (await first.evaluate((element) => element === element.ownerDocument.activeElement)) break
  }
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect
    .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
    .toBe('Sim (simulated), session.multi-turn: yes')
  await evidence(page).getByText('session.multi-turn').waitFor()
  await page.keyboard.press('Escape')
  await evidence(page).waitFor({ state: 'detached' })
})

test('a tap shows the evidence on a phone', async () => {
  const { page, faults } = await openAgents({ width: 375, height: 740, hasTouch: true })
  await cell(page, 'Claude Code, auth: yes').tap()
  await evidence(page).getByText('declared').waitFor()
  expect(faults).toEqual([])
})

test.each([
  ['session.fork image under $3/M', 'session.fork', 'Gemini CLI'],
  ['resume and image under $1/M', 'session.resume', 'OpenClaw'],
])('searching %s keeps the matching agents and counts the unknown ones', async (text, row, without) => {
  const { page } = await openAgents()
  const all = await columns(page)
  await need(page).fill(text)
  const status = page.getByText(/^\d+ of 22 agents match/)
  await status.waitFor()
  const left = await columns(page)
  expect(left).toContain('Claude Code')
  expect(left.length).toBeLessThan(all.length)
  const doubtful = await page.getByText('may match', { exact: true }).count()
  const sure = left.length - doubtful
  expect(await status.innerText()).toBe(
    `${sure} of 22 agents match${doubtful === 0 ? '' : `, ${doubtful} unknown`}`,
  )
  expect(sure).toBeGreaterThan(1)
  expect(all).toContain(without)
  expect(left).not.toContain(without)
  await page.getByRole('rowheader').getByText(row, { exact: true }).waitFor()
  expect(await page.getByRole('rowheader').getByText('mcp.http', { exact: true }).count()).toBe(0)
})

test('an example button toggles its search', async () => {
  const { page } = await openAgents()
  const example = page.getByRole('button', { name: 'images and resume under $1/M' })
  await example.click()
  await expect.poll(() => need(page).inputValue()).toBe('images and resume under $1/M')
  await example.click()
  await page.getByText('22 agents', { exact: true }).waitFor()
  expect(await need(page).inputValue()).toBe('')
})

test('groups are in the order of the table, with plain names', async () => {
  const { page } = await openAgents()
  expect(await page.locator('.matrix .group').allInnerTexts()).toEqual([
    'WHAT IT CAN READ',
    'WHAT IT CAN DO',
    'WHAT IT REMEMBERS',
    'WHAT IT COSTS',
    'HOW IT THINKS AND ANSWERS',
    'HOW YOU WORK WITH IT',
    'SETTING IT UP',
  ])
  const row = page.getByRole('rowheader').filter({ hasText: 'output.structured' })
  expect(await row.innerText()).toBe('Can be required to answer by a JSON Schema\noutput.structured')
})

test('everyday words find capabilities', async () => {
  const { page } = await openAgents()
  await need(page).fill('json schema')
  await page.getByText(/^\d+ of 22 agents match/).waitFor()
  expect(await page.getByRole('rowheader').locator('code').allInnerTexts()).toEqual(['output.structured'])
  expect(await columns(page)).not.toContain('Gemini CLI')
})

test('a failed installation says why', async () => {
  const { page } = await openAgents()
  await page.getByRole('button', { name: 'Install Gemini CLI' }).click()
  await page.getByText(/^Installing gemini failed with exit code 1: .*ETARGET/).waitFor()
  expect(await page.getByRole('button', { name: 'Install Gemini CLI' }).count()).toBe(1)
})

test('loads under 300 KB in all, and models only of the agent that is opened', async () => {
  const { page } = await openAgents()
  expect(await bytesOf(page)).toBeLessThan(300_000)
  const models = (): Promise<string[]> =>
    page.evaluate<string[]>(
      'performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.includes("/api/models"))',
    )
  expect(await models()).toEqual([])
  await page.getByRole('link', { name: 'Chat with Sim (simulated)' }).click()
  await page.getByRole('combobox', { name: 'Model' }).waitFor()
  expect(await models()).toEqual([`${lab.served.url}/api/models?agent=sim&summary=true`])
  expect(await bytesOf(page)).toBeLessThan(300_000)
})

/** Bytes of all bodies as they came over the wire. */
async function bytesOf(page: Page): Promise<number> {
  const bytes = await page.evaluate<number>(
    '[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]' +
      '.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)',
  )
  expect(bytes).toBeGreaterThan(20_000)
  return bytes
}

test('a probe shows its progress and its outcome', async () => {
  const { page, faults } = await openAgents()
  await cell(page, 'Slow, session.load: unknown').waitFor()
  const progress = page.getByRole('progressbar', { name: 'Probing Slow' }).waitFor()
  await page.getByRole('button', { name: 'Probe Slow' }).click()
  await progress
  await cell(page, 'Slow, session.load: yes').waitFor()
  await page.getByText('probed', { exact: true }).waitFor()
  await cell(page, 'Slow, session.load: yes').hover()
  await evidence(page).getByText('advertised', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('a failed probe shows the error', async () => {
  const { page, faults } = await openAgents()
  await page.getByRole('button', { name: 'Probe Claude Code' }).click()
  await page.getByText(/claude-agent-acp.* is not installed/).waitFor()
  expect(faults).toEqual([expect.stringMatching(/^console: Failed to load resource: .* status of \d+/)])
})

test('probes all installed agents one by one', async () => {
  const { page, faults } = await openAgents()
  await cell(page, 'Writer, session.load: unknown').waitFor()
  const progress = page.getByRole('progressbar', { name: 'Probing all installed agents' }).waitFor()
  await page.getByRole('button', { name: 'Probe all installed' }).click()
  await progress
  await page.getByText('No answer: Claude Code', { exact: true }).waitFor()
  await cell(page, 'Writer, session.load: yes').waitFor()
  expect(faults).toEqual([expect.stringMatching(/^console: Failed to load resource: .* status of \d+/)])
})

// Last: the machine has one more agent from here on.
test('installs an agent with progress, then offers its chat and its login', async () => {
  const { page, faults } = await openAgents()
  await page.getByRole('button', { name: 'Install Codex CLI' }).click()
  await page.getByRole('progressbar', { name: 'Installing Codex CLI' }).waitFor()
  await page.getByText('added 2 packages', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Chat with Codex CLI' }).waitFor()
  await page.getByRole('button', { name: 'Log in to Codex CLI' }).click()
  const help = page.getByRole('dialog', { name: 'Log in to Codex CLI' })
  await help.getByText(/codex login$/).waitFor()
  await help.getByText('CODEX_API_KEY', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Chat with Codex CLI' }).click()
  await expect.poll(() => page.evaluate('location.hash')).toBe('#chat/codex')
  expect(faults).toEqual([])
})

test('the history by version is loaded when it is opened', async () => {
  const { page, faults } = await openAgents()
  expect(await page.getByRole('table').count()).toBe(1)
  await page.getByText('History by version', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Agent', exact: true }).selectOption('gemini')
  const table = page.getByRole('table', { name: 'Versions, ACP 1' })
  await table.waitFor()
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(
    expect.arrayContaining(['Check', '0.30.0', '0.61.0']),
  )
  const model = table.getByRole('row', { name: /^model/ })
  expect(await model.getByRole('rowheader').innerText()).toBe(
    'model\nworks since a version between 0.30.0 and 0.39.1',
  )
  await page.getByText('field.models appeared between 0.30.0 and 0.39.1').waitFor()
  await page.getByRole('combobox', { name: 'Agent', exact: true }).selectOption('sim')
  await page.getByText('No history was recorded for this agent.').waitFor()
  expect(faults).toEqual([])
})
