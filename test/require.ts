/** What must be there in this run of the tests: a comma list in TOUCHSTONE_REQUIRE. What is not is skipped, with why. */
export const required = (name: string): boolean => (process.env['TOUCHSTONE_REQUIRE'] ?? '').split(',').includes(name)
