import type { TestCase, TestModule, TestSuite } from 'vitest/node'
import { DotReporter } from 'vitest/node'

/**
 * A dot for each test, and one line for each failure the moment it is there: its file, its name, the first line of what was
 * said and the beginning of what was found instead, as a run may be stopped before its end. Where it failed and what was
 * expected follow at the end.
 */
// biome-ignore lint/style/noDefaultExport: a reporter is loaded by its default export
export default class NamedFailures extends DotReporter {
  override onTestCaseResult(test: TestCase): void {
    super.onTestCaseResult(test)
    const { state, errors } = test.result()
    if (state === 'failed') this.#name(test.module, test.fullName, errors)
  }

  // What fails around the tests of a group or of a file, as a set-up does, leaves them without a result.
  override onTestSuiteResult(suite: TestSuite): void {
    super.onTestSuiteResult(suite)
    this.#name(suite.module, suite.fullName, suite.errors())
  }

  override onTestModuleEnd(module: TestModule): void {
    super.onTestModuleEnd(module)
    this.#name(module, 'the file as a whole', module.errors())
  }

  #name(
    { project, relativeModuleId }: TestModule,
    name: string,
    errors: readonly { message: string; actual?: unknown }[] | undefined,
  ): void {
    const [error] = errors ?? []
    if (!error) return
    const words = error.message.split('\n')[0]?.slice(0, 200)
    const found = typeof error.actual === 'string' ? error.actual.replaceAll(/\s+/g, ' ').slice(0, 600) : ''
    const instead = found ? `, found ${found}` : ''
    this.ctx.logger.log(`\nfailed  ${relativeModuleId} (${project.name}): ${name}: ${words}${instead}`)
  }
}
